import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { lockName } from '#server/platform/db/lock-name.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { problem } from '#server/platform/http/problem.ts'
import { uploadLinkSeconds } from '#server/platform/storage/storage.ts'
import { attachmentLimits } from '#shared/api/attachments.ts'
import { type DocumentType, documentTypes, readLinkSeconds } from '#shared/domain/file-types.ts'
import { findMembership } from '../conversations/queries.ts'
import { uploadsPrefix } from './remove.ts'

type Announced = { name: string; type: DocumentType; size: number }

/** Announces a file for a conversation in which the person needs no answer, and returns the upload link. */
export async function announceUpload(
  { db, storage, now }: Pick<Deps, 'db' | 'storage' | 'now'>,
  personId: string,
  conversationId: string,
  { name, type, size }: Announced,
) {
  const conversation = await findMembership(db, personId, conversationId)
  if (!conversation.can_write)
    throw problem('conversation_closed', 'You can’t send messages in this conversation anymore.')
  if (conversation.state !== 'open' && !conversation.freed)
    throw problem('request_pending', 'You can send files once they answer your message.')
  const key = `${uploadsPrefix}${randomUUID()}.${documentTypes[type]}`
  const at = now()
  const id = await db.transaction().execute(async trx => {
    // Locks per person, since several at once would each see room for themselves.
    await lockName(trx, `chat uploads of ${personId}`)
    // Counted separately from the files: a refused or deleted file has used up an inspection too.
    const { perHour, perDay, bytesPerDay } = attachmentLimits
    const { rows: charged } = await sql`
      insert into chat.upload_charges (person_id, bytes, charged_at)
      select ${personId}, ${size}, ${at}
      where (select count(*) < ${perDay} and coalesce(sum(bytes), 0) + ${size} <= ${bytesPerDay}
          and count(*) filter (where charged_at > ${at.subtract({ hours: 1 })}) < ${perHour}
        from chat.upload_charges
        where person_id = ${personId} and charged_at > ${at.subtract({ hours: 24 })})
      returning id`.execute(trx)
    if (charged.length === 0) return undefined
    const { rows } = await sql<{ id: string }>`
      insert into chat.attachments (conversation_id, owner_id, name, type, size, upload_key, created_at)
      values (${conversationId}, ${personId}, ${name}, ${type}, ${size}, ${key}, ${at})
      returning id`.execute(trx)
    return rows[0]?.id
  })
  if (!id)
    throw problem(
      'quota_exceeded',
      'You’ve reached the limit for sending files. Try again in an hour or tomorrow.',
    )
  const link = await storage.signedUpload({
    key,
    type,
    size,
    maxBytes: attachmentLimits.bytes,
    personId,
    expiresInSeconds: uploadLinkSeconds,
  })
  return { id, ...link, expires_at: isoTime(at.add({ seconds: uploadLinkSeconds })) }
}

/** A link to a file that one of the two sent, or that the caller is about to send. */
export async function downloadLink(
  { db, storage, now }: Pick<Deps, 'db' | 'storage' | 'now'>,
  personId: string,
  id: string,
): Promise<{ url: string; expires_at: string }> {
  const { rows } = await sql<{ name: string; type: string; object_key: string }>`
    select name, type, object_key
    from chat.attachments join chat.members using (conversation_id)
    where id = ${id} and person_id = ${personId} and object_key is not null
      and (seq is not null or owner_id = ${personId})`.execute(db)
  const file = rows[0]
  if (!file) throw problem('not_found', 'We couldn’t find that file.')
  const { name, type, object_key } = file
  const grant = { key: object_key, type, filename: name, expiresInSeconds: readLinkSeconds }
  return {
    url: await storage.signedDownload(grant),
    expires_at: isoTime(now().add({ seconds: readLinkSeconds })),
  }
}
