import { createFileRoute } from '@tanstack/react-router'
import { panelSearch } from '#web/features/assistant/panel-search.ts'
import { StudyPage, type StudySearch } from '#web/features/assistant/study-page.tsx'
import { courseQuery } from '#web/features/courses/queries.ts'
import { requireLogin } from '#web/features/logins/require-login.ts'
import { postQuery } from '#web/features/posts/queries.ts'
import { ReaderBroken, ReaderWaiting } from '#web/features/reading/reader-waiting.tsx'
import { Shortcuts } from './-shell/shortcuts.tsx'

export const Route = createFileRoute('/study/$courseId')({
  // It stands in a browser alone: no server draws it.
  ssr: false,
  validateSearch: (search): StudySearch => ({
    post: typeof search.post === 'string' ? search.post : undefined,
    ...panelSearch(search),
  }),
  beforeLoad: requireLogin,
  loaderDeps: ({ search: { post } }) => ({ post }),
  loader: async ({ context: { queryClient }, params: { courseId }, deps: { post } }) => {
    if (post !== undefined) return await queryClient.ensureQueryData(postQuery(post))
    void queryClient.prefetchQuery(courseQuery(Number(courseId)))
    return null
  },
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.post_name ?? 'Study materials' }] }),
  component: Study,
  pendingComponent: ReaderWaiting,
  pendingMs: 0,
  pendingMinMs: 0,
  errorComponent: ReaderBroken,
})

function Study() {
  const { courseId } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <>
      <StudyPage
        {...Route.useSearch()}
        courseId={Number(courseId)}
        // Replaces the history entry, since Close goes back to the earlier page.
        onSearch={search => void navigate({ search, replace: true, resetScroll: false })}
      />
      <Shortcuts />
    </>
  )
}
