import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Printer } from 'lucide-react'
import type { Failure } from '#web/lib/failure-of.ts'
import { isMissing } from '#web/lib/problem-error.ts'
import { useViewerZone } from '#web/lib/viewer-zone.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { receiptQuery } from './queries.ts'
import { ReceiptSheet } from './receipt-sheet.tsx'

/** The receipt of a booking, to read, print or keep. */
export function ReceiptPage({ bookingId }: { bookingId: string }) {
  return (
    <Loaded waiting={<ReceiptSkeleton />} failed={ReceiptFailed}>
      <Receipt bookingId={bookingId} />
    </Loaded>
  )
}

function Receipt({ bookingId }: { bookingId: string }) {
  const zone = useViewerZone()
  const { data, error } = useSuspenseQuery(receiptQuery(bookingId))
  if (isMissing(error)) return <NoReceipt />
  return (
    <>
      <div data-print="hidden" className="mx-auto mb-4 flex max-w-[44rem] items-center justify-between gap-3">
        <Link
          to="/booking/$id"
          params={{ id: bookingId }}
          className={`${buttonClass({ variant: 'quiet' })} -ml-4`}
        >
          <ArrowLeft aria-hidden="true" className="size-4.5" />
          The booking
        </Link>
        <Button variant="primary" onClick={() => print()}>
          <Printer aria-hidden="true" className="size-4.5" />
          Print
        </Button>
      </div>
      <ReceiptSheet receipt={data} zone={zone} />
    </>
  )
}

function ReceiptFailed(failure: Failure) {
  if (isMissing(failure.error)) return <NoReceipt />
  return (
    <>
      <h1 className="sr-only">Receipt</h1>
      <LoadFailed title="The receipt didn’t load" {...failure} />
    </>
  )
}

function NoReceipt() {
  return (
    <>
      <h1 className="sr-only">Receipt not found</h1>
      <EmptyState
        picture={<Lamp lit={false} className="h-28" />}
        title="We couldn’t find that receipt"
        action={
          <Link to="/meeting" className={buttonClass({ variant: 'primary' })}>
            Your meetings
          </Link>
        }
      >
        A booking gets a receipt once it’s paid. Only its student and tutor can see it.
      </EmptyState>
    </>
  )
}

/** The placeholder of a receipt while it loads. */
export function ReceiptSkeleton() {
  return (
    <div role="status" aria-label="Loading the receipt" className="mx-auto max-w-[44rem]">
      <div className="mb-4 flex justify-end">
        <Skeleton className="h-10 w-28 rounded-10" />
      </div>
      <Skeleton className="h-[34rem] rounded-16" />
    </div>
  )
}
