import { admin, type Report } from '#shared/api/admin.ts'
import { call } from '#web/lib/api.ts'

export type ActName = 'hide' | 'show' | 'remove' | 'suspend' | 'reinstate'

type Act = {
  /** On the button and on the confirmation. */
  label: string
  /** The shortcut that starts it while a report has the focus. */
  shortcut: string
  title: string
  /** What is lost or restored, by name. */
  means: (report: Report) => string
  /** Whether the person concerned must get a reason. */
  reasoned: boolean
  /** Whether it also closes the report. */
  settles: boolean
  done: (report: Report) => string
  run: (report: Report, reason: string) => Promise<unknown>
}

const titleOf = (report: Report) => `“${report.post?.post_name ?? report.post_title}”`
const nameOf = (report: Report) => report.person?.name ?? 'This person'

/** What an operator can do about a report, besides closing it. */
export const acts: Record<ActName, Act> = {
  hide: {
    label: 'Hide post',
    shortcut: 'h',
    title: 'Hide this post?',
    means: report =>
      `${titleOf(report)} disappears from every feed, search, saved list and link. ${nameOf(report)} can still see it, along with your reason.`,
    reasoned: true,
    settles: true,
    done: report => `${titleOf(report)} is hidden.`,
    run: (report, reason) => call(admin.hidePost, { body: { id: report.post!.id, reason } }),
  },
  show: {
    label: 'Show post again',
    shortcut: 'h',
    title: 'Show this post again?',
    means: report => `Everyone can see ${titleOf(report)} again. We’ll let ${nameOf(report)} know.`,
    reasoned: false,
    settles: false,
    done: report => `${titleOf(report)} is visible again.`,
    run: report => call(admin.showPost, { body: { id: report.post!.id } }),
  },
  remove: {
    label: 'Remove post',
    shortcut: 'r',
    title: 'Remove this post permanently?',
    means: report =>
      `${titleOf(report)} and its document (${report.post?.doc_name}) will be permanently deleted, along with readers’ notes. You can’t undo this.`,
    reasoned: true,
    settles: true,
    done: report => `${titleOf(report)} is removed.`,
    run: (report, reason) => call(admin.removePost, { body: { id: report.post!.id, reason } }),
  },
  suspend: {
    label: 'Suspend person',
    shortcut: 's',
    title: 'Suspend this person?',
    means: report =>
      `${nameOf(report)} (@${report.person?.username}) will be signed out everywhere and can’t sign in. Nobody can see their profile or posts. Their bookings and sessions are canceled, and their students get a full refund.`,
    reasoned: true,
    settles: true,
    done: report => `${nameOf(report)} is suspended.`,
    run: (report, reason) => call(admin.suspend, { body: { username: report.person!.username, reason } }),
  },
  reinstate: {
    label: 'Reinstate person',
    shortcut: 's',
    title: 'End this suspension?',
    means: report =>
      `${nameOf(report)} can sign in again, and people can see their profile and posts. Posts that were hidden separately stay hidden, and canceled bookings and sessions stay canceled.`,
    reasoned: false,
    settles: false,
    done: report => `${nameOf(report)} can sign in again.`,
    run: report => call(admin.reinstate, { body: { username: report.person!.username } }),
  },
}

/** The actions that make sense for a report now. */
export function actsFor(report: Report): ActName[] {
  return [
    ...(report.post ? ([report.post.hidden_reason === null ? 'hide' : 'show', 'remove'] as const) : []),
    ...(report.person ? ([report.person_suspended ? 'reinstate' : 'suspend'] as const) : []),
  ]
}
