import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
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
  const ignite = fork(resolve(import.meta.dirname, '../../local/start.ts'), ['--quiet'], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      REQUESTS_PER_MINUTE: '1000000',
      LOG_LEVEL: 'error',
    },
  })
  try {
    const url = await ready(ignite)
    const person = new Person(url)
    await (await person.signIn(people[0]!.email)).body?.cancel()
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    await work({ url, person, cookie })
  } finally {
    if (ignite.kill('SIGTERM')) await once(ignite, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
}

async function ready(ignite: ChildProcess): Promise<string> {
  const [message] = await Promise.race([once(ignite, 'message'), once(ignite, 'exit')])
  if (typeof message !== 'object' || message === null || !('ready' in message)) {
    throw new Error(`Ignite ended with ${message}`)
  }
  return String(message.ready)
}
