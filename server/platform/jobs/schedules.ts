import { CronExpressionParser } from 'cron-parser'
import { sql } from 'kysely'
import type { Database, Trx } from '../db/database.ts'

/** The last due moment, and the next. */
type Span = { due: Temporal.Instant; next: Temporal.Instant }

export type Schedules = {
  /** Due moments of a cron line, in UTC. */
  add(name: string, line: string): void
  /** Starts the work that is due by the database's clock, once across all servers. */
  begin(now: Temporal.Instant): Promise<void>
}

/**
 * Starts recurring work. It checks whether the last due run was started, not whether a server was running at
 * that minute: a server that was off catches up once at startup, and a clock that is set forward or back
 * neither skips work nor stops it until the old time has passed.
 */
export function createSchedules(db: Database, enqueue: (trx: Trx, name: string) => Promise<void>): Schedules {
  const lines = new Map<string, string>()
  const spans = new Map<string, Span>()

  /** Whether no server has started this run yet. The very first time there is nothing to catch up on. */
  async function take(trx: Trx, name: string, due: Temporal.Instant): Promise<boolean> {
    const { rows } = await sql<{ isFirst: boolean }>`
      insert into platform.schedules as known (name, due_at) values (${name}, ${due})
      on conflict (name) do update set due_at = excluded.due_at where known.due_at <> excluded.due_at
      returning xmax = 0 as "isFirst"`.execute(trx)
    return rows[0]?.isFirst === false
  }

  return {
    add(name, line) {
      lines.set(name, line)
    },
    async begin(now) {
      for (const [name, line] of lines) {
        const known = spans.get(name)
        if (known && isWithin(now, known)) continue
        const span = spanOf(line, now)
        await db.transaction().execute(async trx => {
          if (await take(trx, name, span.due)) await enqueue(trx, name)
        })
        spans.set(name, span)
      }
    },
  }
}

function spanOf(line: string, now: Temporal.Instant): Span {
  // A run due at this very moment is the last one, not the next.
  const from = now.epochMilliseconds + 1
  const instant = (turn: 'prev' | 'next') => {
    const at = CronExpressionParser.parse(line, { tz: 'UTC', currentDate: from })[turn]()
    return Temporal.Instant.fromEpochMilliseconds(at.getTime())
  }
  return { due: instant('prev'), next: instant('next') }
}

function isWithin(now: Temporal.Instant, { due, next }: Span): boolean {
  return Temporal.Instant.compare(due, now) <= 0 && Temporal.Instant.compare(now, next) < 0
}
