import type { FollowSide } from '#web/features/follows/queries.ts'

/** The tab below the person's own profile. */
export const profileTabs = ['posts', 'sessions', 'saved'] as const
export type ProfileTab = (typeof profileTabs)[number]

/** The URL state of a profile, besides whose it is. */
export type ProfileSearch = {
  /** Filters the posts by a CRN. */
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
