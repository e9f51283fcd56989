import type { FollowSide } from '#web/features/people/queries.ts'

/** What of one's own is shown below one's profile. */
export const profileTabs = ['posts', 'sessions', 'saved'] as const
export type ProfileTab = (typeof profileTabs)[number]

/** What a profile's address says besides whose it is. */
export type ProfileSearch = {
  /** Narrows the posts to a CRN. */
  crn?: string | undefined
  /** The follow list that is open over the page, so that Back closes it. */
  list?: FollowSide | undefined
}

export function readProfileSearch({ crn, list }: Record<string, unknown>): ProfileSearch {
  return {
    crn: (typeof crn === 'string' && crn.trim().slice(0, 12)) || undefined,
    list: list === 'followers' || list === 'following' ? list : undefined,
  }
}
