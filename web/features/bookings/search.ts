/** The content of a meetings list: upcoming ones by filter, or past ones. */
export const filters = ['all', 'pending', 'teaching', 'meetings'] as const
export type MeetingFilter = (typeof filters)[number]
export type MeetingListName = MeetingFilter | 'passed'

/** A tab of the meetings page. */
export type MeetingsTab = 'upcoming' | 'passed' | 'enrollments' | 'invitations'

/** The URL state of the meetings page. */
export type MeetingSearch = {
  /** Upcoming if absent. */
  tab?: Exclude<MeetingsTab, 'upcoming'> | undefined
  /** All if absent. */
  filter?: Exclude<MeetingFilter, 'all'> | undefined
  /** The booking whose request is open over the page. */
  request?: string | undefined
}

export const filterNames = {
  all: 'All',
  pending: 'Pending',
  teaching: 'Teaching',
  meetings: 'Meetings',
} as const satisfies Record<MeetingFilter, string>
