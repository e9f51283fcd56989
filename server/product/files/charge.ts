import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { lockName } from '#server/platform/db/lock-name.ts'
import { uploadLimits } from '#shared/domain/file-types.ts'

/**
 * Counts a file that a person uploads, before checking it; false if their hour or day is used up. It counts
 * even if the file is refused.
 */
export async function chargeUpload(
  trx: Trx,
  personId: string,
  kind: keyof typeof uploadLimits,
  bytes: number,
): Promise<boolean> {
  // Locks per person, since several at once would each see room for themselves.
  await lockName(trx, `uploads of ${personId}`)
  const { perHour, perDay, bytesPerDay } = uploadLimits[kind]
  const { rows } = await sql`
    insert into upload_charges (person_id, kind, bytes)
    select ${personId}, ${kind}, ${bytes}
    where (select count(*) < ${perDay} and coalesce(sum(bytes), 0) + ${bytes} <= ${bytesPerDay}
        and count(*) filter (where charged_at > now() - interval '1 hour') < ${perHour}
      from upload_charges
      where person_id = ${personId} and kind = ${kind} and charged_at > now() - interval '1 day')
    returning id`.execute(trx)
  return rows.length > 0
}
