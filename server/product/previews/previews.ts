import type { PageDescription } from '#server/platform/http/page-html.ts'
import { isUuid } from '#shared/api/fields.ts'
import { canonicalUsername, isReservedUsername } from '#shared/domain/usernames.ts'
import { describeCourse } from './describe-course.ts'
import { describeFixed } from './describe-fixed.ts'
import { describePerson } from './describe-person.ts'
import { describePost } from './describe-post.ts'
import { describeSession } from './describe-session.ts'
import type { PreviewDeps } from './page-data.ts'

/**
 * Describes shareable pages as a visitor may see them, and the same for everyone: a page's head doesn't
 * depend on who fetches it. If the post, session or person is hidden, deleted or never existed, the answer is
 * the plain page with a 200, since people who may still see it (its author, an operator) fetch the same
 * address; and nobody learns which case it is. Search engines are told not to list it. A course is there for everyone or for nobody.
 */
export function createPreviews(deps: PreviewDeps) {
  return (path: string): Promise<PageDescription | 'missing' | null> | undefined => {
    const [, place = '', name, ...rest] = path.replace(/\/$/, '').split('/')
    const page = name === undefined && describeFixed(deps, `/${place}`)
    if (page) return Promise.resolve(page)
    if (!name || rest.length > 0) return undefined
    if (place === 'ignite' && isUuid(name)) return describePost(deps, name)
    if (place === 'sessions' && isUuid(name)) return describeSession(deps, name)
    if (place === 'courses') return describeCourse(deps, name)
    const username = place === 'profile' && usernameOf(name)
    return username ? describePerson(deps, username) : undefined
  }
}

function usernameOf(part: string): string | null {
  const username = canonicalUsername(decodeURIComponent(part))
  return /^[a-z0-9][a-z0-9._-]{0,39}$/.test(username) && !isReservedUsername(username) ? username : null
}
