import { admin, type Report } from '#shared/api/admin.ts'
import type { PersonCard } from '#shared/api/people.ts'
import { call } from '#web/lib/api.ts'
import type { Act } from './act-dialog.tsx'
import { personActs } from './person-acts.ts'

export type ReportActName = 'hide' | 'show' | 'remove' | 'suspend' | 'reinstate'

type ReportAct = Act<Report> & {
  /** The shortcut that starts it while a report has the focus. */
  shortcut: string
  /** Whether it also closes the report. */
  settles: boolean
}

const titleOf = (report: Report) => `“${report.post?.post_name ?? report.post_title}”`
const nameOf = (report: Report) => report.person?.name ?? 'This person'

/** What an operator can do about a report, besides closing it. */
export const reportActs: Record<ReportActName, ReportAct> = {
  hide: {
    label: 'Hide post',
    shortcut: 'h',
    title: 'Hide this post?',
    means: report =>
      `${titleOf(report)} disappears from every feed, search, saved list and link. ${nameOf(report)} can still see it, along with your reason.`,
    danger: true,
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
    danger: false,
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
    danger: true,
    reasoned: true,
    settles: true,
    done: report => `${titleOf(report)} is removed.`,
    run: (report, reason) => call(admin.removePost, { body: { id: report.post!.id, reason } }),
  },
  suspend: { ...aboutPerson(personActs.suspend), shortcut: 's', settles: true },
  reinstate: { ...aboutPerson(personActs.reinstate), shortcut: 's', settles: false },
}

/** What an operator does to a person, for the one whom a report is about. */
function aboutPerson({ means, done, run, ...act }: Act<PersonCard>): Act<Report> {
  return {
    ...act,
    means: report => means(report.person!),
    done: report => done(report.person!),
    run: (report, reason) => run(report.person!, reason),
  }
}

/** The actions that make sense for a report now. */
export function actsFor(report: Report): ReportActName[] {
  return [
    ...(report.post ? ([report.post.hidden_reason === null ? 'hide' : 'show', 'remove'] as const) : []),
    ...(report.person ? ([report.person_suspended ? 'reinstate' : 'suspend'] as const) : []),
  ]
}
