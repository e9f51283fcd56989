import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openProduct } from '../../local/npm-start.ts'
import { people } from '../../local/seed/people.ts'
import { Person } from '../../test/harness/person.ts'

export type Demo = {
  url: string
  /** The first of the named world, signed in. */
  person: Person
  /** Their Cookie header. */
  cookie: string
}

/** Ignite as `npm start` starts it, with the named world, on a data folder of its own. */
export async function onDemo(work: (demo: Demo) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ignite-bench-'))
  const settings = { REQUESTS_PER_MINUTE: '1000000', LOG_LEVEL: 'error' }
  const ignite = await openProduct(join(folder, 'data'), settings)
  const { url } = ignite
  try {
    await ignite.start()
    const person = new Person(url)
    await (await person.signIn(people[0]!.email)).body?.cancel()
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    await work({ url, person, cookie })
  } finally {
    await ignite.stop().finally(() => rm(folder, { recursive: true, force: true }))
  }
}
