import type { Deps } from '#server/deps.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { reading } from '#shared/api/reading.ts'
import { documentOfKey } from '#shared/domain/reading.ts'
import { forgetPosition, keepPosition, readPosition, unfinishedPosts } from './queries.ts'

const absent = () => problem('not_found', 'We couldn’t find that document.')

/** Where a person stopped reading. */
export function readingRoutes(implement: Implement, { db, now }: Deps): void {
  implement(reading.position, async ({ query, login }) => {
    const documentId = documentOfKey(query.fileKey)
    const page = documentId ? await readPosition(db, login, documentId) : undefined
    if (page === undefined) throw absent()
    return { status: 'success', success: true, data: { page_number: page } }
  })

  implement(reading.keepPosition, async ({ body, login }) => {
    const documentId = documentOfKey(body.fileKey)
    const at = now().subtract({ seconds: body.secondsAgo ?? 0 })
    const kept = documentId && (await keepPosition(db, login, documentId, { page: body.pageNumber, at }))
    if (!kept) throw absent()
    if (kept.page === null) {
      throw invalidField('body.pageNumber', `Invalid page number. Enter between 1 and ${kept.pages}.`)
    }
    return { status: 'success', success: true, data: { page_number: kept.page } }
  })

  implement(reading.forgetPosition, async ({ query, login }) => {
    const documentId = documentOfKey(query.fileKey)
    if (documentId) await forgetPosition(db, login.userId, documentId)
    return { status: 'success', success: true }
  })

  implement(reading.unfinished, async ({ login }) => ({
    status: 'success',
    posts: await unfinishedPosts(db, login.userId),
  }))
}
