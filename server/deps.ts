import type { FastifyBaseLogger } from 'fastify'
import type Stripe from 'stripe'
import type { Config } from './config/config.ts'
import type { Database } from './platform/db/database.ts'
import type { Replica } from './platform/db/replica.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import type { Realtime } from './platform/realtime/realtime.ts'
import type { Redis } from './platform/redis/redis.ts'
import type { Storage } from './platform/storage/storage.ts'
import type { FileProcesses } from './product/files/file-processes.ts'

/** The dependencies of the nouns, created once in open-platform.ts. */
export type Deps = {
  config: Config
  db: Database
  /** Answers calls that may lag, if there is one. */
  replica: Replica | undefined
  /** Takes load off the database, if there is one. */
  redis: Redis | undefined
  jobs: Jobs
  mail: Mailer
  storage: Storage
  realtime: Realtime
  stripe: Stripe
  fileProcesses: FileProcesses
  log: FastifyBaseLogger
  /** The clock; tests set it. */
  now: () => Temporal.Instant
}
