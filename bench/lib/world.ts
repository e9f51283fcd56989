import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { freePort } from '../../local/ports.ts'
import { startPostgres } from '../../local/postgres/postgres.ts'
import { leastSettings } from '../../test/harness/settings.ts'

const secret = 'a secret for benchmarks that is long'

export type World = {
  db: Database
  databaseUrl: string
  /** The Cookie header of a signed-in person. */
  cookie: string
  folder: string
  close(): Promise<void>
}

/** A scratch database with `posts` posts by 1,000 people in 200 sections, and somebody signed in. */
export async function makeWorld(posts: number): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'ignite-bench-'))
  const postgres = await startPostgres({ dataDir: folder, fsync: false })
  await migrate(postgres.url)
  const db = openDatabase(openPool({ databaseUrl: postgres.url, databasePoolSize: 4 }))
  await fill(db, posts)
  return {
    db,
    databaseUrl: postgres.url,
    cookie: await signIn(db),
    folder,
    async close() {
      await db.destroy()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function fill(db: Database, posts: number): Promise<void> {
  await sql
    .raw(`
    set statement_timeout = 0;
    insert into users (name, email, username) select 'Person ' || n, 'p' || n || '@example.edu', 'p' || n
      from generate_series(1, 1000) n;
    insert into schools (name) values ('Riverbend State University');
    insert into terms (school_id, name, starts_on) values (1, 'Fall 2026', '2026-08-24');
    insert into courses (school_id, code, title) select 1, 'CS ' || n, 'Course ' || n from generate_series(1, 200) n;
    insert into sections (term_id, course_id, crn, title) select 1, n, 10000 + n, 'Section ' || n
      from generate_series(1, 200) n;
    create temp table people as select id, row_number() over () - 1 as n from users;
    create temp table made as select uuidv7(-(interval '1 second' * (${posts} - n))) as id, uuidv7() as file, n
      from generate_series(1, ${posts}) n;
    insert into files (id, owner_id, purpose, name, type, size, sha256, pages, state, upload_key, object_key, accepted_at)
      select file, people.id, 'document', 'notes.pdf', 'application/pdf', 1000, decode(repeat('00', 32), 'hex'), 3,
        'accepted', 'q/' || made.n, 'd/' || made.n, now()
      from made join people on people.n = made.n % 1000;
    alter table posts disable trigger user;
    insert into posts (id, author_id, course_id, section_id, document_id, title, details, words)
      select made.id, people.id, made.n % 200 + 1, made.n % 200 + 1, file, 'Notes ' || made.n, repeat('Details. ', 20), ''
      from made join people on people.n = made.n % 1000 order by made.id;
    alter table posts enable trigger user;
    reset statement_timeout;`)
    .execute(db)
  await sql`vacuum analyze`.execute(db)
}

async function signIn(db: Database): Promise<string> {
  const token = 'benchmark-token'
  await sql`insert into logins (user_id, token, expires_at)
    select id, ${token}, now() + interval '1 day' from users where username = 'p1'`.execute(db)
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return `ignite.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}

export type Served = { url: string; pid: number; stop(): Promise<void> }

/** The whole server in its own process, logging as in production; `env` adds settings. */
export function serve(world: World, env: Record<string, string> = {}): Promise<Served> {
  return start(['server/main.ts'], {
    ...leastSettings,
    DATABASE_URL: world.databaseUrl,
    SECRET: secret,
    STORAGE_DIR: join(world.folder, 'storage'),
    REQUESTS_PER_MINUTE: '1000000',
    ...env,
  })
}

/** Runs a server file on a free port and resolves when it answers /health/live. */
export async function start(args: string[], env: Record<string, string>): Promise<Served> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...env, HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await answering(child, `${url}/health/live`)
  return {
    url,
    pid: child.pid!,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function answering(child: ChildProcess, url: string): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`The server ended with ${child.exitCode}`)
}
