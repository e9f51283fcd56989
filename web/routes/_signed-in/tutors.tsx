import { createFileRoute } from '@tanstack/react-router'
import { prepareTemporal } from '#web/lib/temporal.ts'
import { TutorsPage } from './-tutors/tutors-page.tsx'
import { parseTutorsSearch } from './-tutors/tutors-search.ts'
import { TutorsSkeleton } from './-tutors/tutors-skeleton.tsx'

export const Route = createFileRoute('/_signed-in/tutors')({
  validateSearch: parseTutorsSearch,
  loader: prepareTemporal,
  head: () => ({ meta: [{ title: 'Tutors' }] }),
  pendingComponent: TutorsSkeleton,
  component: () => <TutorsPage search={Route.useSearch()} />,
})
