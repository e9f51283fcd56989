import { createFileRoute } from '@tanstack/react-router'
import { panelSearch } from '#web/features/assistant/panel-search.ts'
import { requireLogin } from '#web/features/login/require-login.ts'
import { postQuery } from '#web/features/posts/queries.ts'
import { ReadPage, type ReadSearch } from '#web/features/viewer/read-page.tsx'
import { ReaderBroken, ReaderWaiting } from '#web/features/viewer/reader-waiting.tsx'

export const Route = createFileRoute('/read/$postId')({
  validateSearch: (search): ReadSearch => panelSearch(search),
  beforeLoad: requireLogin,
  loader: async ({ context: { queryClient }, params, cause }) => {
    const warm = import('#web/features/viewer/warm-up.ts').catch(() => null)
    const post = await queryClient.ensureQueryData(postQuery(params.postId))
    void warm.then(parts => parts?.warmUp(queryClient, post, cause === 'preload'))
    return post
  },
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.post_name ?? 'Read' }] }),
  component: Read,
  // What waits looks like the reader that opens, so it may come at once and go at once.
  pendingComponent: ReaderWaiting,
  pendingMs: 0,
  pendingMinMs: 0,
  errorComponent: ReaderBroken,
})

function Read() {
  const { postId } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <ReadPage
      {...Route.useSearch()}
      id={postId}
      // In place, since Close goes back to where one came from.
      onSearch={(to, search) =>
        void navigate({ params: { postId: to }, search, replace: true, resetScroll: false })
      }
    />
  )
}
