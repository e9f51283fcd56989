import { parseIdCursor } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { documentPageSize, documents } from '#shared/api/documents.ts'
import type { AssistantDeps } from '../deps.ts'
import { defineDocumentJobs } from './jobs.ts'
import { processDocuments } from './process-documents.ts'
import * as queries from './queries.ts'

/** Documents as the assistant reads them: requesting them, their progress, their passages. */
export function documentRoutes(implement: Implement, deps: AssistantDeps): void {
  const { db } = deps
  defineDocumentJobs(deps)

  implement(documents.process, async ({ params, login }) => ({
    status: 'success',
    ...(await processDocuments(deps, login.userId, params.id)),
  }))

  implement(documents.ofCourse, async ({ params, query, login }) => {
    const after = query.cursor === undefined ? null : parseIdCursor(query.cursor)
    const found = await queries.documentsOfCourse(db, login.userId, params.id, after)
    const more = found.length === documentPageSize
    return { status: 'success', documents: found, next_cursor: more ? found.at(-1)!.post_id : null }
  })

  implement(documents.ofPost, async ({ params, login }) => {
    const document = await queries.documentOfPost(db, login.userId, params.id)
    if (!document) throw problem('not_found', 'We couldn’t find that document. It may have been deleted.')
    return { status: 'success', document }
  })

  implement(documents.recognized, async ({ params, query, login }) => {
    const pages = await queries.recognizedPagesOf(db, login.userId, params.id, query.from)
    if (!pages) throw problem('not_found', 'We couldn’t find that document. It may have been deleted.')
    return { status: 'success', pages }
  })

  implement(documents.passage, async ({ params, login }) => {
    const passage = await queries.findPassage(db, login.userId, params.id)
    if (!passage)
      throw problem('not_found', 'We couldn’t find that passage. Its document may have been deleted.')
    return { status: 'success', passage }
  })
}
