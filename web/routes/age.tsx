import { createFileRoute } from '@tanstack/react-router'
import { AgePage } from './-login/age-page.tsx'

type Search = {
  /** Where the person was going, and through which provider they were signing in. */
  next?: string
  provider?: string
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

export const Route = createFileRoute('/age')({
  validateSearch: (search): Search => ({ next: text(search.next), provider: text(search.provider) }),
  head: () => ({ meta: [{ title: 'Date of birth' }] }),
  component: AgePage,
})
