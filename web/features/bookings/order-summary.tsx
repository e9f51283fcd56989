import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureOf } from '#web/lib/failure-of.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { DrawerBody, DrawerFooter } from '#web/ui/drawer.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CheckoutProblem } from './checkout-problem.tsx'
import { type Draft, OrderAgreement } from './order-agreement.tsx'
import { OrderLines } from './order-lines.tsx'
import { OwnHold } from './own-hold.tsx'
import { type Quote, quoteQuery, type Run, tilesQuery } from './slot-queries.ts'
import type { Subject } from './subject.ts'
import { SubjectLine } from './tutor-and-subject.tsx'
import { useCheckout } from './use-checkout.ts'
import { WayBack } from './way-back.tsx'

export const emptyDraft: Draft = { message: null, agreedTo: null }

type Props = {
  subject: Subject
  run: Run | null
  zone: string | null
  draft: Draft
  onDraft: (draft: Draft) => void
  onChangeSlot: () => void
}

/** The drawer's second step: the order, its price and its terms. */
export function OrderSummary(props: Props) {
  const { subject, run, zone, onChangeSlot } = props
  const quote = useQuery(quoteQuery(subject.asked, run))
  if (!run) {
    return (
      <Stopped
        subject={subject}
        title="No slot has been selected"
        action="Choose a time"
        onChangeSlot={onChangeSlot}
      >
        Choose a time first.
      </Stopped>
    )
  }
  if (quote.data && zone) return <Order {...props} run={run} zone={zone} quote={quote.data} />
  if (!quote.error) return <SummarySkeleton />
  const refused = quote.error instanceof ProblemError && quote.error.status < 500 && quote.error.status > 0
  if (refused) {
    return (
      <Stopped
        subject={subject}
        title="This can’t be booked"
        action="Change the slot"
        onChangeSlot={onChangeSlot}
      >
        {problemText(quote.error)}
      </Stopped>
    )
  }
  return (
    <DrawerBody>
      <LoadFailed title="The price didn’t load" {...failureOf(quote)} />
    </DrawerBody>
  )
}

function Order({
  subject,
  run,
  zone,
  quote,
  draft,
  onDraft,
  onChangeSlot,
}: Props & { run: Run; zone: string; quote: Quote }) {
  const { data: tiles } = useQuery({ ...tilesQuery(subject.asked, zone, 30), refetchInterval: false })
  const { proceed, processing, error, forget } = useCheckout(zone)
  const agreed = draft.agreedTo === quote.total
  const priceBefore = draft.agreedTo !== null && !agreed ? draft.agreedTo : null
  // An old server's answer has no `holds`.
  const hold = tiles?.holds?.find(({ start, end }) => start === run.start && end === run.end)
  const order = () =>
    proceed({ asked: subject.asked, run, total: quote.total, message: draft.message ?? undefined })
  return (
    <>
      <DrawerBody>
        <SubjectLine subject={subject} />
        <OrderLines
          tutor={subject.tutor.name}
          tutorZone={tiles?.tutor.time_zone ?? null}
          zone={zone}
          run={run}
          minutes={quote.minutes}
          rate={quote.hourly_rate}
          amount={quote.amount}
          fee={quote.fee}
          total={quote.total}
        />
        <OrderAgreement
          quote={quote}
          tutor={subject.tutor.name}
          draft={draft}
          heldMessage={hold?.message ?? ''}
          disabled={processing}
          priceBefore={priceBefore}
          onDraft={next => {
            forget()
            onDraft(next)
          }}
        />
      </DrawerBody>
      <DrawerFooter>
        {error && priceBefore === null && (
          <>
            <CheckoutProblem error={error} onRetry={order} onChangeSlot={onChangeSlot} />
            {error instanceof ProblemError && error.code === 'conflict' && (
              <div className="mb-4 empty:hidden">
                <OwnHold hold={hold} zone={zone} />
              </div>
            )}
          </>
        )}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Button variant="quiet" onClick={onChangeSlot} disabled={processing}>
            Change the slot
          </Button>
          <Button
            variant="primary"
            onClick={order}
            pending={processing}
            disabled={!agreed}
            aria-describedby={agreed ? undefined : 'why-not-yet'}
          >
            {processing ? 'Processing…' : 'Proceed to Checkout'}
          </Button>
        </div>
        {!agreed && (
          <p id="why-not-yet" className="mt-2 text-right text-12 text-ink-faint">
            Agree to the terms above to continue.
          </p>
        )}
      </DrawerFooter>
    </>
  )
}

function Stopped({
  subject,
  title,
  action,
  children,
  onChangeSlot,
}: {
  subject: Subject
  title: string
  action: string
  children: ReactNode
  onChangeSlot: () => void
}) {
  return (
    <>
      <DrawerBody>
        <div role="alert" className="rounded-16 border border-line px-6 py-12 text-center">
          <h3 className="text-22">{title}</h3>
          <p className="mt-2 text-ink-soft">{children}</p>
        </div>
      </DrawerBody>
      <DrawerFooter>
        <div className="flex flex-wrap justify-between gap-2">
          <WayBack subject={subject} />
          <Button variant="primary" onClick={onChangeSlot}>
            {action}
          </Button>
        </div>
      </DrawerFooter>
    </>
  )
}

/** The shape of the order summary while it loads. */
export function SummarySkeleton() {
  return (
    <DrawerBody>
      <div role="status" aria-label="Loading the order summary" className="flex flex-col gap-5">
        <Skeleton className="h-16 rounded-10" />
        {['w-1/2', 'w-2/3', 'w-1/3', 'w-1/2', 'w-2/5'].map((width, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity but their place
          <Skeleton key={line} className={`h-5 ${width}`} />
        ))}
        <Skeleton className="h-24 rounded-10" />
      </div>
    </DrawerBody>
  )
}
