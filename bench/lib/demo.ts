import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { people } from '../../local/seed/people.ts'
import { startOwnIgnite } from '../../scripts/own-ignite.ts'
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
  let ignite: Awaited<ReturnType<typeof startOwnIgnite>> | undefined
  try {
    ignite = await startOwnIgnite(join(folder, 'data'), {
      REQUESTS_PER_MINUTE: '1000000',
      LOG_LEVEL: 'error',
    })
    const url = ignite.address
    const person = new Person(url)
    await (await person.signIn(people[0]!.email)).body?.cancel()
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    await work({ url, person, cookie })
  } finally {
    await ignite?.close()
    await rm(folder, { recursive: true, force: true })
  }
}
