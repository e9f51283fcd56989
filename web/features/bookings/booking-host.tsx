import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { postQuery } from '#web/features/posts/queries.ts'
import { prepareTemporal } from '#web/lib/temporal.ts'
import type { BookingStep } from './booking-search.ts'
import type { Run } from './slot-queries.ts'
import { useSteps } from './use-steps.ts'

const BookingDrawer = lazy(async () => {
  const [{ BookingDrawer }] = await Promise.all([import('./booking-drawer.tsx'), prepareTemporal()])
  return { default: BookingDrawer }
})

/** Opens a post page's drawer at the step in the address; the first step loads its code. */
export function BookingHost({
  postId,
  step,
  run,
}: {
  postId: string
  step: BookingStep | undefined
  run: Run | null
}) {
  const steps = useSteps(postId)
  // A step that left the address stays mounted for its closing animation.
  const [shown, setShown] = useState(step)
  if (step && step !== shown) setShown(step)
  const { data: post } = useQuery({ ...postQuery(postId), retryOnMount: false })
  if (!shown || !post) return null
  return (
    <Suspense>
      <BookingDrawer post={post} open={step !== undefined} step={step ?? shown} run={run} steps={steps} />
    </Suspense>
  )
}
