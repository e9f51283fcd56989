import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseAccount, handOver } from '../../local/postgres/account.ts'
import { findBinaries } from '../../local/postgres/binaries.ts'
import { clusterFiles } from '../../local/postgres/cluster.ts'
import { type Postgres, startPostgres } from '../../local/postgres/postgres.ts'

/**
 * Has a copy of a primary's data, made while that was off, follow it. `login` is how it connects there, in the
 * form of a connection string of libpq.
 */
export function startStandby(
  options: { dataDir: string; fsync?: boolean },
  primary: Pick<Postgres, 'url'>,
  login: string,
): Promise<Postgres> {
  const { data } = clusterFiles(join(options.dataDir, 'postgres'))
  const primaryConninfo = `host=127.0.0.1 port=${new URL(primary.url).port} ${login}`
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${primaryConninfo}'\n`)
  const signal = join(data, 'standby.signal')
  writeFileSync(signal, '')
  handOver(chooseAccount(findBinaries().postgres, data), signal)
  return startPostgres(options)
}
