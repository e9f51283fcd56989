import type { Deps } from '#server/deps.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { admin, decisions } from '#shared/api/admin.ts'
import { auditEntries, auditPage } from '../audit/audit.ts'
import type { Logins } from '../logins/logins.ts'
import { peoplePageSize } from '../search/people.ts'
import { closeAccountOf } from './close-account-of.ts'
import { closeReport } from './close-report.ts'
import { decisionsAbout } from './decisions.ts'
import { hidePost, removePost, showPost } from './judge-post.ts'
import { openFile } from './open-file.ts'
import { findPeople } from './people.ts'
import { reportQueue, reportsPage } from './report-queue.ts'
import { supportMessages, supportPage } from './support-messages.ts'
import { reinstate, suspend } from './suspend.ts'

const done = { status: 'success' } as const

/** What operators do, and what Ignite tells the people concerned. */
export function adminRoutes(implement: Implement, deps: Deps, logins: Pick<Logins, 'forgetRecent'>): void {
  const { db, config, now } = deps

  implement(admin.reports, async ({ query, login }) => {
    const reports = await reportQueue(db, login.userId, query.state, query.cursor)
    return { status: 'success', reports, next_cursor: nextCursor(reports, reportsPage) }
  })

  implement(admin.openFile, async ({ params }) => {
    return { status: 'success', url: await openFile(deps, params.id) }
  })

  implement(admin.closeReport, async ({ body, login }) => {
    await closeReport(deps, login, body)
    return done
  })

  implement(admin.hidePost, async ({ body, login }) => {
    await hidePost(deps, login, body)
    return done
  })

  implement(admin.showPost, async ({ body, login }) => {
    await showPost(deps, login, body.id)
    return done
  })

  implement(admin.removePost, async ({ body, login }) => {
    await removePost(deps, login, body)
    return done
  })

  implement(admin.people, async ({ query, login }) => {
    const { people, cursors } = await findPeople(db, config, login.userId, query)
    return {
      status: 'success',
      people,
      next_cursor: people.length < peoplePageSize ? null : cursors.at(-1)!,
    }
  })

  implement(admin.suspend, async ({ body, login }) => {
    await suspend(deps, login, body)
    // Every other node notices within half a second.
    logins.forgetRecent()
    return done
  })

  implement(admin.reinstate, async ({ body, login }) => {
    await reinstate(deps, login, body.username)
    return done
  })

  implement(admin.closeAccount, async ({ body, login }) => {
    await closeAccountOf(deps, login, body.username)
    logins.forgetRecent()
    return done
  })

  implement(admin.audit, async ({ query }) => {
    const entries = await auditEntries(db, query.cursor)
    return { status: 'success', entries, next_cursor: nextCursor(entries, auditPage) }
  })

  implement(admin.support, async ({ query }) => {
    const messages = await supportMessages(db, query.cursor)
    return { status: 'success', messages, next_cursor: nextCursor(messages, supportPage) }
  })

  implement(decisions, async ({ login }) => ({
    status: 'success',
    decisions: await decisionsAbout(db, login.userId, now()),
  }))
}

function nextCursor(rows: { id: string }[], pageSize: number): string | null {
  return rows.length < pageSize ? null : rows.at(-1)!.id
}
