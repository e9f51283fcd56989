import { type RawBuilder, sql } from 'kysely'
import { problem } from '#server/platform/http/problem.ts'
import { shownTo } from '../people/shown-to.ts'

/**
 * The condition on a row of `posts` under which a person (null for a visitor) sees it in a list: it isn't
 * hidden, unless they wrote it, and there is no block between the two.
 */
export function visibleTo(viewerId: string | null): RawBuilder<boolean> {
  return viewerId === null
    ? sql`posts.visible`
    : sql`(posts.visible or posts.author_id = ${viewerId}::uuid)
        and ${shownTo(viewerId, sql`posts.author_id`)}`
}

/** The condition on a row of `posts` under which a person can open it by its id: an operator can open all, to judge them. */
export function openTo(viewer: { userId: string; operator: boolean } | null): RawBuilder<boolean> {
  return viewer?.operator ? sql`true` : visibleTo(viewer?.userId ?? null)
}

/** The 404 for a post that is missing, or hidden from the caller. */
export const noPost = () => problem('not_found', 'We couldn’t find that post. It may have been deleted.')
