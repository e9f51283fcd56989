import { createFileRoute } from '@tanstack/react-router'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { receiptQuery } from '#web/features/receipts/queries.ts'
import { ReceiptPage, ReceiptSkeleton } from '#web/features/receipts/receipt-page.tsx'

export const Route = createFileRoute('/_signed-in/receipt/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    // A refusal is the page's to show.
    await Promise.all([
      queryClient.ensureQueryData(ownProfileQuery).catch(() => null),
      queryClient.ensureQueryData(receiptQuery(id)).catch(() => null),
    ])
  },
  head: () => ({ meta: [{ title: 'Receipt' }] }),
  pendingComponent: ReceiptSkeleton,
  component: ReceiptRoute,
})

function ReceiptRoute() {
  const { id } = Route.useParams()
  return <ReceiptPage key={id} bookingId={id} />
}
