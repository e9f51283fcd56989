import { createFileRoute } from '@tanstack/react-router'
import { receiptQuery } from '#web/features/payments/queries.ts'
import { ReceiptPage, ReceiptSkeleton } from '#web/features/payments/receipt-page.tsx'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'

export const Route = createFileRoute('/_signed-in/receipt/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    // The page shows a refusal.
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
