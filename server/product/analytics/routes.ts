import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Implement, Login } from '#server/platform/http/router.ts'
import { analytics } from '#shared/api/analytics.ts'
import { referrerOrigin } from '#shared/domain/reading.ts'
import { countView, viewsOf } from './queries.ts'

/** Who viewed a document, counted honestly. */
export function analyticsRoutes(implement: Implement, { db, now }: Deps): void {
  implement(analytics.reportView, async ({ body, login }) => {
    const view = {
      postId: body.documentId,
      viewerId: login.userId,
      visitId: body.sessionId ?? null,
      referrer: referrerOrigin(body.referrer),
    }
    await countView(db, view, now())
    // Counted in a separate statement, which sees the view of a simultaneous report that won.
    return stats(db, login, body.documentId)
  })

  implement(analytics.views, ({ query, login }) => stats(db, login, query.documentId))
}

async function stats(db: Database, viewer: Login, postId: string) {
  const data = await viewsOf(db, viewer, postId)
  if (!data) throw problem('not_found', 'We couldn’t find that document.')
  return { status: 'success' as const, success: true as const, error: null, data }
}
