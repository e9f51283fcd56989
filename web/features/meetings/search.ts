/** What a list of meetings has: those to come by a filter, or those that are over. */
export const filters = ['all', 'pending', 'teaching', 'meetings'] as const
export type MeetingFilter = (typeof filters)[number]
export type MeetingListName = MeetingFilter | 'passed'

/** A part of the page of the meetings. */
export type MeetingsTab = 'upcoming' | 'passed' | 'enrollments' | 'invitations'

/** What the address of the meetings says. */
export type MeetingSearch = {
  /** Those ahead when absent. */
  tab?: Exclude<MeetingsTab, 'upcoming'> | undefined
  /** All when absent. */
  filter?: Exclude<MeetingFilter, 'all'> | undefined
  /** Of the enrolments: those ahead when absent. */
  when?: 'passed' | undefined
  /** The booking whose request is open over the page. */
  request?: string | undefined
}

export const filterNames = {
  all: 'All',
  pending: 'Pending',
  teaching: 'Teaching',
  meetings: 'Meetings',
} as const satisfies Record<MeetingFilter, string>
