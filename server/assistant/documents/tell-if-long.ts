import type { Database } from '#server/platform/db/database.ts'
import type { AssistantDeps } from '../deps.ts'

/** Done by the product (server/product/alerts/document-alerts.ts). */
export const telling = 'tell-document-indexed'

/** A shorter document is ready before its author looks away. */
const longDocument = 100

/** Tells the author of a long document that all of its pages are read. */
export async function tellIfLong(
  trx: Database,
  { jobs }: Pick<AssistantDeps, 'jobs'>,
  documentId: string,
  pages: number,
): Promise<void> {
  if (pages >= longDocument) await jobs.enqueue(trx, telling, documentId, { documentId })
}
