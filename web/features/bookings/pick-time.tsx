import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Selection, selectedRun } from '#shared/domain/slot-selection.ts'
import type { SlotLength } from '#shared/domain/slots.ts'
import { zoneName } from '#shared/domain/zone-name.ts'
import { firstNameOf } from '#web/features/people/person-facts.ts'
import { failureOf } from '#web/lib/failure-of.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { otherZone, shortDayText, timesText } from '#web/lib/zoned-time.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { DrawerBody, DrawerFooter } from '#web/ui/drawer.tsx'
import { FailureText } from '#web/ui/failure-text.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { dollarsText } from './dollars-text.ts'
import { OwnHold } from './own-hold.tsx'
import { daysOf } from './picker-days.ts'
import { PickerSkeleton } from './picker-skeleton.tsx'
import { RefusalNote } from './refusal-note.tsx'
import { SlotPicker } from './slot-picker.tsx'
import { quoteQuery, type Run, type Tiles, tilesQuery } from './slot-queries.ts'
import { stillFree } from './still-free.ts'
import type { Subject } from './subject.ts'
import { TutorAndSubject } from './tutor-and-subject.tsx'
import { WayBack } from './way-back.tsx'

/** The drawer's first step: the time. */
export function PickTime({
  subject,
  zone,
  day,
  onDay,
  minutes,
  onMinutes,
  picked,
  onPick,
  onDone,
}: {
  subject: Subject
  zone: string | null
  /** The chosen day; null until the person chose one. */
  day: string | null
  onDay: (date: string) => void
  minutes: SlotLength
  onMinutes: (minutes: SlotLength) => void
  picked: Selection
  onPick: (picked: Selection) => void
  onDone: (run: Run) => void
}) {
  const { data, error, isError, isFetching, isPlaceholderData, refetch } = useQuery(
    tilesQuery(subject.asked, zone, minutes),
  )
  const days = data ? daysOf(data) : []
  const selection = stillFree(
    picked,
    days.flatMap(({ tiles }) => tiles),
  )
  const refusal = data?.refusal ?? null
  return (
    <>
      <DrawerBody>
        <TutorAndSubject subject={subject} />
        {data && zone ? (
          <>
            {/* An old server's answer has no `holds`. */}
            {refusal === null && <OwnHold hold={data.holds?.[0]} zone={zone} />}
            {refusal && <RefusalNote refusal={refusal} name={data.tutor.name} />}
            {refusal !== 'no_schedule' && (
              <SlotPicker
                days={days}
                loading={isPlaceholderData}
                tutor={data.tutor}
                zone={zone}
                day={day}
                onDay={onDay}
                minutes={minutes}
                onMinutes={onMinutes}
                selection={selection}
                lost={picked.length > selection.length}
                onPick={refusal === null ? onPick : null}
              />
            )}
            <p role="status" className="text-14 text-caution empty:sr-only">
              {isError && `We couldn’t refresh these times. ${problemText(error)}`}
            </p>
          </>
        ) : isError ? (
          <LoadFailed title="The schedule didn’t load" {...failureOf({ error, isFetching, refetch })} />
        ) : (
          <PickerSkeleton />
        )}
      </DrawerBody>
      <DrawerFooter>
        {data && zone && refusal === null ? (
          <BookingPanel
            subject={subject}
            tutor={data.tutor}
            zone={zone}
            selection={selection}
            onDone={run => {
              // Continuing dismisses the notice about lost tiles.
              onPick(selection)
              onDone(run)
            }}
          />
        ) : (
          // As high as what comes in its place.
          <div className={cx(!data && 'flex min-h-26 flex-col justify-end')}>
            <WayBack subject={subject} />
          </div>
        )}
      </DrawerFooter>
    </>
  )
}

/** The selection, its price, and the continue button. */
function BookingPanel({
  subject,
  tutor,
  zone,
  selection,
  onDone,
}: {
  subject: Subject
  tutor: Tiles['tutor']
  zone: string
  selection: Selection
  onDone: (run: Run) => void
}) {
  const [asked, setAsked] = useState(false)
  const chosen = selectedRun(selection)
  const tutorZone = otherZone(tutor.time_zone, zone)
  const run = chosen && { start: isoOf(chosen.start), end: isoOf(chosen.end) }
  const { data: quote } = useQuery(quoteQuery(subject.asked, run))
  if (run && asked) setAsked(false)
  return (
    <div className="flex flex-col gap-4 short:flex-row short:flex-wrap short:items-center short:justify-between">
      <div className="min-h-11 short:min-h-0 short:min-w-0 short:flex-1">
        {run ? (
          <>
            <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-medium">
              <span>
                {shortDayText(run.start, zone)}, <span>{timesText(run.start, run.end, zone)}</span>
              </span>
              {quote && (
                <span className="tabular-nums">
                  {dollarsText(quote.total)} <span className="font-normal text-ink-faint">USD</span>
                </span>
              )}
            </p>
            {tutorZone && (
              <p className="text-14 text-ink-soft">
                {timesText(run.start, run.end, tutorZone)} for <bdi>{firstNameOf(tutor.name)}</bdi> (
                {zoneName(tutorZone)})
              </p>
            )}
          </>
        ) : (
          <>
            <p className="font-medium">Please select a slot!</p>
            <FailureText>{asked && 'No slot has been selected'}</FailureText>
          </>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <WayBack subject={subject} />
        <Button variant="primary" onClick={() => (run ? onDone(run) : setAsked(true))}>
          Continue
        </Button>
      </div>
    </div>
  )
}

function isoOf(moment: number): string {
  return new Date(moment).toISOString()
}
