import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../local/ports.ts'
import { outsideProgram } from './outside-program.ts'

const adminKey = 'an admin key for tests'
const tokenSecret = 'a token secret for tests'

export type TestJanus = {
  url: string
  /** The settings of a server that uses it. */
  env: Record<string, string>
  close(): Promise<void>
}

/** A separate Janus, configured as docs/operations.md says, on a free port of this machine. */
export async function startJanus(): Promise<TestJanus> {
  const folder = await mkdtemp(join(tmpdir(), 'ignite-janus-'))
  const port = await freePort()
  const url = `ws://127.0.0.1:${port}`
  const others = (folder: string, names: string[]) =>
    `${folder}: { disable = "${names.map(name => `libjanus_${name}.so`).join(',')}" }`
  const files = {
    'janus.jcfg': [
      `general: { debug_level = 3, token_auth = true, token_auth_secret = "${tokenSecret}", admin_secret = "none" }`,
      'nat: { full_trickle = true }',
      others('plugins', [
        ...[
          'audiobridge',
          'duktape',
          'echotest',
          'lua',
          'nosip',
          'recordplay',
          'sip',
          'streaming',
          'textroom',
        ],
        ...['videocall', 'voicemail'],
      ]),
      others('transports', ['http', 'mqtt', 'nanomsg', 'pfunix', 'rabbitmq']),
      others('events', ['gelfevh', 'mqttevh', 'nanomsgevh', 'rabbitmqevh', 'sampleevh', 'wsevh']),
      others('loggers', ['jsonlog']),
    ],
    'janus.transport.websockets.jcfg': [
      `general: { ws = true, ws_ip = "127.0.0.1", ws_port = ${port} }`,
      'admin: { admin_ws = false }',
    ],
    'janus.plugin.videoroom.jcfg': [`general: { admin_key = "${adminKey}" }`],
  }
  for (const [name, lines] of Object.entries(files))
    await writeFile(join(folder, name), `${lines.join('\n')}\n`)
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  const program = await outsideProgram('janus', ['-F', folder, '-C', join(folder, 'janus.jcfg')], {
    port,
  }).catch(async error => {
    await removeFolder()
    throw error
  })
  return {
    url,
    env: { JANUS_URLS: url, JANUS_ADMIN_KEY: adminKey, JANUS_TOKEN_SECRET: tokenSecret },
    async close() {
      await program.close()
      await removeFolder()
    },
  }
}
