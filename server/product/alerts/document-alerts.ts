import type { Deps } from '#server/deps.ts'
import { studyKinds } from './study-alert-kinds.ts'
import { tell } from './tell.ts'

/** A job for the assistant: tells the author of a long post that people can now ask about it. */
export function defineDocumentAlerts(deps: Deps): void {
  deps.jobs.define<{ documentId: string }>('tell-document-indexed', {
    run: ({ documentId }) => tellOfDocument(deps, documentId),
  })
}

async function tellOfDocument(deps: Deps, documentId: string): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const post = await trx
      .selectFrom('posts')
      .select(['id', 'author_id'])
      .where('document_id', '=', documentId)
      .executeTakeFirst()
    if (!post) return
    const facts = { post_id: post.id, title: 'Your document' }
    await tell(trx, deps, post.author_id, { kind: studyKinds.document_indexed, facts, cause: documentId })
  })
}
