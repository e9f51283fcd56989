import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ScheduleAnswer } from '#shared/api/schedules.ts'
import { type Weekday, weekdays } from '#shared/domain/schedule.ts'
import { addRange, checkRange, removeRange } from '#shared/domain/schedule-edits.ts'
import { zoneName } from '#shared/domain/zone-name.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { failureOf } from '#web/lib/failure-of.ts'
import { shownZone } from '#web/lib/time-zones.ts'
import { useUnloadWarning } from '#web/lib/use-unload-warning.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AddRange } from './add-range.tsx'
import { DayTabs } from './day-tabs.tsx'
import { ownScheduleQuery } from './queries.ts'
import { RangeList } from './range-list.tsx'
import { SaveProblem } from './save-problem.tsx'
import { TutorNote } from './tutor-note.tsx'
import { type ScheduleDraft, useScheduleDraft } from './use-schedule-draft.ts'
import { dayNames } from './words.ts'

type DialogProps = { open: boolean; onClose: () => void }

/** The weekly hours in brief: the modal editor, whose ranges may cross midnight. */
export function ScheduleDialog(props: DialogProps) {
  const schedule = useQuery(ownScheduleQuery)
  const profile = useQuery(ownProfileQuery)
  if (schedule.data && profile.data) {
    const { time_zone, hourly_rate } = profile.data
    return (
      <Editor
        {...props}
        saved={schedule.data}
        ownZone={shownZone(time_zone)}
        hasRate={hourly_rate !== null}
      />
    )
  }
  const failed = schedule.isError ? schedule : profile.isError ? profile : null
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Edit hours">
      {failed ? (
        <LoadFailed title="Some error happened while fetching your slots!" {...failureOf(failed)} />
      ) : (
        <div role="status" aria-label="Loading your schedule" className="flex flex-col gap-5">
          <Skeleton className="h-11 rounded-10" />
          <Skeleton className="h-32 rounded-10" />
        </div>
      )}
    </Dialog>
  )
}

function Editor({
  open,
  onClose,
  saved,
  ownZone,
  hasRate,
}: DialogProps & { saved: ScheduleAnswer; ownZone: string; hasRate: boolean }) {
  const edit = useScheduleDraft(saved, ownZone, onClose)
  const [leaving, setLeaving] = useState(false)
  // A reload loses the content of a dialog, which has no address.
  useUnloadWarning(edit.unsaved)

  return (
    <Dialog
      open={open}
      onClose={() => (edit.unsaved ? setLeaving(true) : onClose())}
      title="Edit hours"
      description={`These hours repeat every week, in ${zoneName(edit.draft.zone)}.`}
      footer={
        leaving && edit.unsaved ? (
          <>
            <p role="alert" className="mr-auto self-center text-14">
              Close without saving?
            </p>
            <Button
              variant="quiet"
              onClick={() => {
                edit.discard()
                setLeaving(false)
                onClose()
              }}
            >
              Discard
            </Button>
            <Button variant="primary" onClick={() => setLeaving(false)}>
              Keep editing
            </Button>
          </>
        ) : (
          <>
            <div className="w-full empty:hidden">
              <SaveProblem edit={edit} />
            </div>
            <Button
              variant="primary"
              pending={edit.saving}
              disabled={!edit.unsaved && !edit.saving}
              onClick={edit.save}
            >
              Save Time
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {!hasRate && <TutorNote />}
        {/* The dialog closes once it has saved, and changes made until then would be lost. */}
        <fieldset disabled={edit.saving} className="min-w-0">
          <Days edit={edit} />
        </fieldset>
      </div>
    </Dialog>
  )
}

function Days({ edit: { draft, change, noteUnadded } }: { edit: ScheduleDraft }) {
  const { schedule } = draft
  const [day, setDay] = useState<Weekday>(() => weekdays.find(each => schedule[each].length > 0) ?? 'mon')
  const [removing, setRemoving] = useState(false)
  return (
    <DayTabs schedule={schedule} day={day} onDay={setDay}>
      <div className="mb-1 flex min-h-10 items-center justify-between gap-4">
        <h3 className="text-16 font-medium">{dayNames[day]}</h3>
        {(removing || schedule[day].length > 0) && (
          <Button variant="quiet" size="sm" className="-mr-3" onClick={() => setRemoving(!removing)}>
            {removing ? 'Done' : 'Edit'}
          </Button>
        )}
      </div>
      <RangeList
        ranges={schedule[day]}
        label={`Times on ${dayNames[day]}`}
        empty="No scheduled time"
        onRemove={removing ? range => change({ schedule: removeRange(schedule, day, range) }) : null}
      />
      <div className="mt-4">
        <AddRange
          day={day}
          label="Add Time"
          check={range => checkRange(schedule, day, range, 'modal')}
          onAdd={range => change({ schedule: addRange(schedule, day, range) })}
          noteUnadded={noteUnadded}
        />
        <p className="mt-2 text-12 text-ink-faint">If the end is before the start, it’s on the next day.</p>
      </div>
    </DayTabs>
  )
}
