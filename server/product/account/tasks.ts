import type { Selectable } from 'kysely'
import type { AccountTasks } from '#server/platform/db/types.gen.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { AccountTask } from '#shared/api/account.ts'

/** How many days an export can be downloaded. */
export const exportDays = 7

/** Where an export is stored. A retry overwrites the remains of a failed attempt. */
export function exportKey(taskId: string): string {
  return `exports/${taskId}.zip`
}

type Row = Selectable<AccountTasks>

/** A task as the person who asked for it sees it. */
export function taskAnswer({
  id,
  kind,
  state,
  done,
  total,
  created_at,
  finished_at,
  size,
}: Row): AccountTask {
  const fetchable = kind === 'export' && state === 'done' && finished_at
  return {
    id,
    kind,
    state,
    done,
    total,
    date: isoTime(created_at),
    size,
    expires_at: fetchable ? isoTime(finished_at.add({ hours: 24 * exportDays })) : null,
  }
}
