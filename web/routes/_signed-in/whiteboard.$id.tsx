import { createFileRoute } from '@tanstack/react-router'
import { BoardPage } from '#web/features/boards/board-page.tsx'
import { boardQuery } from '#web/features/boards/queries.ts'

export const Route = createFileRoute('/_signed-in/whiteboard/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    // A refusal is the page's to show.
    const board = await queryClient.ensureQueryData(boardQuery(id)).catch(() => null)
    return { title: board?.title ?? 'Board' }
  },
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.title ?? 'Board' }] }),
  // The board is as large as the window, and has a way back of its own.
  staticData: { withoutFrame: true },
  component: BoardRoute,
})

function BoardRoute() {
  const { id } = Route.useParams()
  return <BoardPage key={id} id={id} />
}
