import { sql } from 'kysely'
import type { AssistantDeps } from '../deps.ts'

/**
 * Removes the passages of documents whose posts are deleted; nobody has had access to them since. In batches,
 * since a book has thousands of passages.
 */
export async function removeGone({ db }: Pick<AssistantDeps, 'db'>): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from assistant.passages where id in (
        select passages.id from assistant.documents join assistant.passages on document_id = documents.id
        where gone limit 500)`.execute(db)
    if (!numAffectedRows) break
  }
  await sql`delete from assistant.documents where gone
    and not exists (select from assistant.passages where document_id = documents.id)`.execute(db)
}
