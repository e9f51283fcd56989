import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterFiles } from './cluster.ts'
import { readPidFile } from './processes.ts'

/** The address of the PostgreSQL that another process runs on this data folder. */
export function runningPostgres(dataDir: string): string {
  const files = clusterFiles(join(dataDir, 'postgres'))
  const found = readPidFile(files.data)
  if (!found) throw new Error(`No PostgreSQL is running on ${dataDir}.`)
  return addressOf(files.password, found.port)
}

/** The connection address of the owner of database `ignite`. */
export function addressOf(passwordFile: string, port: number): string {
  return `postgresql://ignite:${readFileSync(passwordFile, 'utf8')}@127.0.0.1:${port}/ignite`
}
