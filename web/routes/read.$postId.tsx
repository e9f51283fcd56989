import { createFileRoute } from '@tanstack/react-router'
import { requireLogin } from '#web/features/login/require-login.ts'
import { postQuery } from '#web/features/posts/queries.ts'
import { ReadPage } from '#web/features/viewer/read-page.tsx'
import { ReaderBroken, ReaderWaiting } from '#web/features/viewer/reader-waiting.tsx'

type Search = {
  /** The page a link leads to; without it, the one the person left the document at. */
  page?: number | undefined
}

export const Route = createFileRoute('/read/$postId')({
  validateSearch: ({ page }): Search => ({
    page: typeof page === 'number' && Number.isInteger(page) && page >= 1 ? page : undefined,
  }),
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
  return <ReadPage id={Route.useParams().postId} asked={Route.useSearch().page} />
}
