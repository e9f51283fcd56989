import { createFileRoute, notFound } from '@tanstack/react-router'
import { asSearch } from '#shared/api/fields.ts'
import { AdminPage } from '#web/features/admin/admin-page.tsx'
import {
  auditQuery,
  moneyQuery,
  peopleQuery,
  problemsQuery,
  reportsQuery,
  stuckWithdrawalsQuery,
  supportQuery,
} from '#web/features/admin/queries.ts'
import {
  type AdminTab,
  adminTabs,
  problemStates,
  type QueueState,
  reportStates,
} from '#web/features/admin/tabs.ts'

type Search = {
  /** Reports if absent. */
  tab?: AdminTab | undefined
  /** Of the reports, or of the problems; open if absent. */
  state?: QueueState | undefined
  /** Of the people: what to search for. */
  text?: string | undefined
}

export const Route = createFileRoute('/_signed-in/admin')({
  validateSearch: (search): Search => ({
    tab: adminTabs.find(name => name === search.tab),
    state: [...reportStates, ...problemStates].find(name => name === search.state),
    text: typeof search.text === 'string' && search.text !== '' ? asSearch(search.text) : undefined,
  }),
  // For everyone else the page doesn't exist; the calls behind it refuse them anyway.
  beforeLoad: ({ context }) => {
    if (!context.login?.operator) throw notFound()
  },
  loaderDeps: ({ search: { tab, state, text } }) => ({
    tab: tab ?? ('reports' as const),
    state: reportStates.find(name => name === state) ?? ('open' as const),
    problems: problemStates.find(name => name === state) ?? ('open' as const),
    text: text ?? '',
  }),
  loader: ({ context: { queryClient }, deps }) => {
    // Not awaited: the page shows a placeholder.
    if (deps.tab === 'reports') void queryClient.prefetchInfiniteQuery(reportsQuery(deps.state))
    else if (deps.tab === 'problems') void queryClient.prefetchInfiniteQuery(problemsQuery(deps.problems))
    else if (deps.tab === 'people') void queryClient.prefetchInfiniteQuery(peopleQuery(deps.text.trim()))
    else if (deps.tab === 'money') {
      void queryClient.prefetchQuery(moneyQuery)
      void queryClient.prefetchQuery(stuckWithdrawalsQuery)
    } else if (deps.tab === 'audit') void queryClient.prefetchInfiniteQuery(auditQuery)
    else void queryClient.prefetchInfiniteQuery(supportQuery)
  },
  head: () => ({ meta: [{ title: 'Operators' }] }),
  component: Admin,
})

function Admin() {
  return <AdminPage {...Route.useLoaderDeps()} />
}
