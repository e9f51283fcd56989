import { createFileRoute } from '@tanstack/react-router'
import { BookingHost } from '#web/features/bookings/booking-host.tsx'
import { parseBookingSearch, runOf } from '#web/features/bookings/booking-search.ts'
import { requireLoginFor } from '#web/features/logins/require-login.ts'
import { seedPost } from '#web/features/posts/cache.ts'
import { PostPage, PostPageSkeleton } from '#web/features/posts/post-page.tsx'
import { postQuery } from '#web/features/posts/queries.ts'

export const Route = createFileRoute('/_signed-in/ignite/$postId')({
  validateSearch: parseBookingSearch,
  staticData: { forVisitors: true },
  beforeLoad: before => requireLoginFor(before.search.book, before),
  loader: async ({ context: { queryClient }, params: { postId } }) => {
    seedPost(queryClient, postId)
    // The page shows a refusal.
    const post = await queryClient.ensureQueryData(postQuery(postId)).catch(() => null)
    return { title: post?.post_name ?? 'Post' }
  },
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.title ?? 'Post' }] }),
  pendingComponent: PostPageSkeleton,
  component: Post,
})

function Post() {
  const { postId } = Route.useParams()
  const search = Route.useSearch()
  return (
    <>
      <PostPage postId={postId} />
      <BookingHost key={postId} postId={postId} step={search.book} run={runOf(search)} />
    </>
  )
}
