import { createFileRoute } from '@tanstack/react-router'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { prepareTemporal } from '#web/lib/temporal.ts'
import { TutorsPage } from './-tutors/tutors-page.tsx'
import { parseTutorsSearch } from './-tutors/tutors-search.ts'
import { TutorsSkeleton } from './-tutors/tutors-skeleton.tsx'

export const Route = createFileRoute('/_signed-in/tutors')({
  validateSearch: parseTutorsSearch,
  loader: ({ context: { queryClient } }) => {
    // Not awaited: the page shows a placeholder until it knows the person's zone.
    void queryClient.prefetchQuery(ownProfileQuery)
    return prepareTemporal()
  },
  head: () => ({ meta: [{ title: 'Tutors' }] }),
  pendingComponent: TutorsSkeleton,
  component: () => <TutorsPage search={Route.useSearch()} />,
})
