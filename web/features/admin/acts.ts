import { admin, type Report } from '#shared/api/admin.ts'
import { call } from '#web/lib/api.ts'

export type ActName = 'hide' | 'show' | 'remove' | 'suspend' | 'reinstate'

type Act = {
  /** On the button and on the confirmation. */
  label: string
  /** The key that begins it while a report has the focus. */
  shortcut: string
  title: string
  /** What is lost or comes back, by name. */
  means: (report: Report) => string
  /** Whether the person concerned must be told why. */
  reasoned: boolean
  /** Whether it settles the report as well. */
  settles: boolean
  done: (report: Report) => string
  run: (report: Report, reason: string) => Promise<unknown>
}

const titleOf = (report: Report) => `“${report.post?.post_name ?? report.post_title}”`
const nameOf = (report: Report) => report.person?.name ?? 'This person'

/** What an operator can do about a report, beyond closing it. */
export const acts: Record<ActName, Act> = {
  hide: {
    label: 'Hide post',
    shortcut: 'h',
    title: 'Hide this post?',
    means: report =>
      `${titleOf(report)} leaves every feed, search, saved list and link. ${nameOf(report)} still sees it, and why.`,
    reasoned: true,
    settles: true,
    done: report => `${titleOf(report)} is hidden.`,
    run: (report, reason) => call(admin.hidePost, { body: { id: report.post!.id, reason } }),
  },
  show: {
    label: 'Show post again',
    shortcut: 'h',
    title: 'Show this post again?',
    means: report => `Everyone sees ${titleOf(report)} again. ${nameOf(report)} is told.`,
    reasoned: false,
    settles: false,
    done: report => `${titleOf(report)} is shown again.`,
    run: report => call(admin.showPost, { body: { id: report.post!.id } }),
  },
  remove: {
    label: 'Remove post',
    shortcut: 'r',
    title: 'Remove this post for good?',
    means: report =>
      `${titleOf(report)} and its document (${report.post?.doc_name}) are deleted, with what readers noted about it. Nothing brings them back.`,
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
      `${nameOf(report)} (@${report.person?.username}) is signed out everywhere and can’t sign in. Nobody sees their profile or any of their posts. What they have booked or planned to teach is cancelled for good, and their students get everything back.`,
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
      `${nameOf(report)} can sign in again, and their profile and posts are seen. What was hidden for itself stays hidden, and bookings and group sessions that were cancelled don’t come back.`,
    reasoned: false,
    settles: false,
    done: report => `${nameOf(report)} can sign in again.`,
    run: report => call(admin.reinstate, { body: { username: report.person!.username } }),
  },
}

/** The acts that make sense for a report as things stand. */
export function actsFor(report: Report): ActName[] {
  return [
    ...(report.post ? ([report.post.hidden_reason === null ? 'hide' : 'show', 'remove'] as const) : []),
    ...(report.person ? ([report.person_suspended ? 'reinstate' : 'suspend'] as const) : []),
  ]
}
