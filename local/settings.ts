import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freePort, portFault } from './ports.ts'
import { runnerOf } from './postgres/runner.ts'

type Environment = Record<string, string | undefined>

/** A mistake that the person can fix; its message is all they need to see. */
export class StartError extends Error {
  override name = 'StartError'
}

/** An absolute path: DATA_DIR, or `.data` in the working folder. */
export function dataFolder(env: Environment): string {
  return resolve(env.DATA_DIR || '.data')
}

/** The requested PORT, or a clear error; by default 3000, or a free port if that is taken. */
export async function choosePort(env: Environment): Promise<number> {
  if (!env.PORT) return (await portFault(3000)) ? freePort() : 3000
  const port = Number(env.PORT)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new StartError(`PORT is "${env.PORT}", which is not a port number (0 to 65535).`)
  }
  if (port === 0) return freePort()
  const fault = await portFault(port)
  if (fault)
    throw new StartError(`${fault} Set PORT to another one, or leave it out to use any that is free.`)
  return port
}

/** Which outside services this start plays itself, because no setting names a real one. */
export function standIns(env: Environment): { identity: boolean; mail: boolean; payments: boolean } {
  return {
    identity: !env.GOOGLE_CLIENT_ID && !env.MICROSOFT_CLIENT_ID && !env.GITHUB_CLIENT_ID,
    mail: !env.SMTP_URL,
    payments: !env.STRIPE_SECRET_KEY,
  }
}

/** A stand-in lets anyone be anyone and shows everyone's mail, so production mode starts none. */
export function refuseStandInsInProduction(env: Environment): void {
  if (env.NODE_ENV !== 'production') return
  const { identity, mail, payments } = standIns(env)
  const missing = [
    ...(identity
      ? ['the credentials of a sign-in provider (GOOGLE_CLIENT_ID, MICROSOFT_CLIENT_ID or GITHUB_CLIENT_ID)']
      : []),
    ...(mail ? ['SMTP_URL'] : []),
    ...(payments ? ['STRIPE_SECRET_KEY'] : []),
  ]
  if (missing.length > 0) {
    throw new StartError(`NODE_ENV=production runs without local stand-ins: set ${missing.join(' and ')}.`)
  }
}

/** The environment, with everything that a checkout on one machine needs as a default. */
export function completeSettings(
  env: Environment,
  local: { dataDir: string; port: number; ownDatabase: string | undefined },
): Environment {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  return {
    // Anyone who can reach the stand-ins can be anyone, so by default only this machine can.
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${local.port}`,
    LOG_LEVEL: 'warn',
    STORAGE_DIR: join(local.dataDir, 'storage'),
    ...set,
    SECRET: set.SECRET ?? keptSecret(local.dataDir),
    PORT: String(local.port),
    ...(local.ownDatabase && {
      DATABASE_URL: runnerOf(local.ownDatabase),
      DATABASE_OWNER_URL: local.ownDatabase,
    }),
  }
}

function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}
