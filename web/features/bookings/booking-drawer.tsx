import { useEffect, useRef, useState } from 'react'
import { type Selection, selectedRun } from '#shared/domain/slot-selection.ts'
import type { SlotLength } from '#shared/domain/slots.ts'
import { useOwnZone } from '#web/features/profiles/use-own-zone.ts'
import type { Failure } from '#web/lib/failure-of.ts'
import { Drawer, DrawerBody } from '#web/ui/drawer.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import type { BookingStep } from './booking-search.ts'
import { emptyDraft, OrderSummary, SummarySkeleton } from './order-summary.tsx'
import { PickTime } from './pick-time.tsx'
import { PickerSkeleton } from './picker-skeleton.tsx'
import type { Run } from './slot-queries.ts'
import type { Subject } from './subject.ts'
import type { useSteps } from './use-steps.ts'

/**
 * Books a tutor: first the time, then the order. Selections and text survive going back and forth. Opened
 * again with another time, it keeps only the message.
 */
export function BookingDrawer({
  subject,
  failure,
  open,
  onClose,
  step,
  run,
  steps,
}: {
  /** Null until it has loaded. */
  subject: Subject | null
  /** Why it didn't load. */
  failure: Failure | null
  open: boolean
  onClose: () => void
  step: BookingStep
  run: Run | null
  steps: ReturnType<typeof useSteps>
}) {
  const zone = useOwnZone()
  const title = useRef<HTMLHeadingElement>(null)
  const [minutes, setMinutes] = useState<SlotLength>(30)
  const [picked, setPicked] = useState<Selection>(() => (run ? halfHoursOf(run) : []))
  const [day, setDay] = useState<string | null>(null)
  const [draft, setDraft] = useState(emptyDraft)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open && run && !isSelected(picked, run)) {
      setPicked(halfHoursOf(run))
      setMinutes(30)
      setDay(null)
      setDraft({ ...emptyDraft, message: draft.message })
    }
  }

  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current !== step) title.current?.focus()
    shownStep.current = step
  }, [step])

  return (
    <Drawer
      hasAddress
      open={open}
      onClose={onClose}
      title={step === 'summary' ? 'Order Summary' : 'Book a session'}
      titleRef={title}
    >
      {subject === null ? (
        <NoSubject failure={failure} step={step} />
      ) : step === 'summary' ? (
        <OrderSummary
          subject={subject}
          run={run}
          zone={zone}
          draft={draft}
          onDraft={setDraft}
          onChangeSlot={() => steps.changeSlot(run)}
        />
      ) : (
        <PickTime
          subject={subject}
          zone={zone}
          day={day}
          onDay={setDay}
          minutes={minutes}
          onMinutes={next => {
            setMinutes(next)
            setPicked([])
          }}
          picked={picked}
          onPick={setPicked}
          onDone={steps.showSummary}
        />
      )}
    </Drawer>
  )
}

function NoSubject({ failure, step }: { failure: Failure | null; step: BookingStep }) {
  if (!failure && step === 'summary') return <SummarySkeleton />
  return (
    <DrawerBody>
      {failure ? <LoadFailed title="The tutor didn’t load" {...failure} /> : <PickerSkeleton />}
    </DrawerBody>
  )
}

function isSelected(picked: Selection, { start, end }: Run): boolean {
  const selected = selectedRun(picked)
  return selected?.start === Date.parse(start) && selected.end === Date.parse(end)
}

/** The tiles of a time that came with the address. */
function halfHoursOf(run: Run): Selection {
  const half = 30 * 60_000
  const [start, end] = [Date.parse(run.start), Date.parse(run.end)]
  const count = Math.min(48, Math.floor((end - start) / half))
  return Array.from({ length: count }, (_, n) => ({
    start: start + n * half,
    end: start + (n + 1) * half,
    booked: false,
  }))
}
