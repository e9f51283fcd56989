import { createFileRoute } from '@tanstack/react-router'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { type WelcomeStep, welcomeSteps } from '#web/features/welcome/steps.ts'
import { WelcomePage } from '#web/features/welcome/welcome-page.tsx'
import { WelcomeSkeleton } from '#web/features/welcome/welcome-skeleton.tsx'
import { RouteError } from '../-shell/route-error.tsx'
import { nextUpMemory } from './-explore/next-up-memory.ts'

type Search = { step?: WelcomeStep | undefined }

export const Route = createFileRoute('/_signed-in/welcome')({
  validateSearch: (search): Search => ({ step: welcomeSteps.find(name => name === search.step) }),
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(ownProfileQuery),
  head: () => ({ meta: [{ title: 'Welcome' }] }),
  staticData: { withoutFrame: true },
  onLeave: nextUpMemory.beginEmpty,
  pendingComponent: WelcomeSkeleton,
  errorComponent: RouteError,
  component: Welcome,
})

function Welcome() {
  return <WelcomePage step={Route.useSearch().step ?? 'you'} />
}
