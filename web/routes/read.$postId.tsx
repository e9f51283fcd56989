import { createFileRoute } from '@tanstack/react-router'
import { requireLogin } from '#web/features/login/require-login.ts'
import { postQuery } from '#web/features/posts/queries.ts'
import { ReadPage } from '#web/features/viewer/read-page.tsx'
import { ReaderBroken, ReaderWaiting } from '#web/features/viewer/reader-waiting.tsx'

type Search = {
  /** The page a link leads to; without it, the one the person left the document at. */
  page?: number
}

export const Route = createFileRoute('/read/$postId')({
  validateSearch: ({ page }): Search =>
    typeof page === 'number' && Number.isInteger(page) && page >= 1 ? { page } : {},
  beforeLoad: requireLogin,
  loader: ({ context: { queryClient }, params }) => queryClient.ensureQueryData(postQuery(params.postId)),
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.post_name ?? 'Read' }] }),
  component: Read,
  pendingComponent: ReaderWaiting,
  errorComponent: ReaderBroken,
})

function Read() {
  return <ReadPage id={Route.useParams().postId} asked={Route.useSearch().page} />
}
