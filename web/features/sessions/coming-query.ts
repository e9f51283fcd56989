import { queryOptions } from '@tanstack/react-query'
import type { CallOutput } from '#shared/api/contract.ts'
import { sessions } from '#shared/api/sessions.ts'
import { call } from '#web/lib/api.ts'
import { eachOnce } from '#web/lib/each-once.ts'

export type OccurrenceWithPeople = CallOutput<typeof sessions.occurrences>['occurrences'][number]

/** Every upcoming occurrence of the owner’s session, with its people, the next first. */
export const comingQuery = (id: string) =>
  queryOptions({
    queryKey: [sessions.occurrences.path, id, 'coming'],
    queryFn: async ({ signal }) => {
      const found: OccurrenceWithPeople[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page: CallOutput<typeof sessions.occurrences> = await call(
          sessions.occurrences,
          { query: { id, when: 'coming', ...(cursor === undefined ? {} : { cursor }) } },
          { signal },
        )
        found.push(...page.occurrences)
        cursor = page.next_cursor
      }
      return found
    },
    staleTime: 0,
  })

/** The people who paid for any of some occurrences, each once. */
export function paidPeople(occurrences: readonly OccurrenceWithPeople[]) {
  return eachOnce(occurrences.flatMap(({ people }) => people.filter(one => one.paid).map(one => one.person)))
}
