import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../local/ports.ts'
import { outsideProgram } from './outside-program.ts'

export const turnSecret = 'a relay secret for tests'

export type TestCoturn = {
  port: number
  /** The settings of a server that uses it. */
  env: Record<string, string>
  close(): Promise<void>
}

const ownAddress = () =>
  Object.values(networkInterfaces())
    .flatMap(addresses => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'

/**
 * A separate coturn on a free port, with the configuration from docs/turnserver.conf. That refuses peers on
 * this machine and in private networks, so they are allowed unless `strict`: tests have no others.
 */
export async function startCoturn({ strict = false } = {}): Promise<TestCoturn> {
  const folder = await mkdtemp(join(tmpdir(), 'ignite-coturn-'))
  const port = await freePort()
  const proposed = await readFile(join(import.meta.dirname, '../../docs/turnserver.conf'), 'utf8')
  const replaced = /^(listening-port|static-auth-secret|realm|external-ip|cert|pkey)=/
  const lines = proposed
    .split('\n')
    .filter(line => !replaced.test(line) && (strict || !line.startsWith('denied-peer-ip=')))
  await writeFile(
    join(folder, 'turnserver.conf'),
    [
      ...lines,
      `listening-port=${port}`,
      'listening-ip=127.0.0.1',
      // Janus has no candidate on the loopback, and doesn’t reach a relay there.
      `relay-ip=${ownAddress()}`,
      `static-auth-secret=${turnSecret}`,
      'realm=ignite.test',
      'no-tls',
      'no-dtls',
      'allow-loopback-peers',
      `userdb=${join(folder, 'turndb')}`,
      `pidfile=${join(folder, 'pid')}`,
    ].join('\n'),
  )
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  const program = await outsideProgram('turnserver', ['-c', join(folder, 'turnserver.conf')], {
    port,
  }).catch(async error => {
    await removeFolder()
    throw error
  })
  return {
    port,
    env: { TURN_URLS: `turn:127.0.0.1:${port}?transport=udp`, TURN_SECRET: turnSecret },
    async close() {
      await program.close()
      await removeFolder()
    },
  }
}
