import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ScheduleAnswer } from '#shared/api/schedules.ts'
import { zoneName } from '#shared/domain/zone-name.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { UnsavedGuard } from '#web/features/settings/unsaved-guard.tsx'
import type { Failure } from '#web/lib/failure-of.ts'
import { shownZone } from '#web/lib/time-zones.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFoot } from '#web/ui/form-foot.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toast.ts'
import { ExceptionsField } from './exceptions-field.tsx'
import { ownScheduleQuery } from './queries.ts'
import { SaveProblem } from './save-problem.tsx'
import { ScheduleSkeleton } from './schedule-skeleton.tsx'
import { TutorNote } from './tutor-note.tsx'
import { useScheduleDraft } from './use-schedule-draft.ts'
import { WeeklyHours } from './weekly-hours.tsx'
import { ZoneField } from './zone-field.tsx'

/** When a tutor can be booked: the full-page editor. */
export function ScheduleEditor() {
  return (
    <Loaded waiting={<ScheduleSkeleton />} failed={ScheduleFailed}>
      <OwnSchedule />
    </Loaded>
  )
}

function OwnSchedule() {
  const { data: saved } = useSuspenseQuery(ownScheduleQuery)
  const { data: profile, isError } = useQuery(ownProfileQuery)
  // Without the profile, times are in the device's zone.
  if (!profile && !isError) return <ScheduleSkeleton />
  return (
    <Editor saved={saved} ownZone={shownZone(profile?.time_zone)} hasRate={profile?.hourly_rate !== null} />
  )
}

function ScheduleFailed(failure: Failure) {
  return (
    <div className="py-8">
      <LoadFailed title="Some error happened while fetching your slots!" {...failure} />
    </div>
  )
}

function Editor({ saved, ownZone, hasRate }: { saved: ScheduleAnswer; ownZone: string; hasRate: boolean }) {
  const edit = useScheduleDraft(saved, ownZone)
  const { draft, base, unsaved, saving } = edit

  function discard() {
    toast.message('Changes discarded.', { action: { label: 'Undo', onClick: edit.discard() } })
  }

  return (
    <section aria-label="Your schedule">
      {!hasRate && (
        <div className="mt-6">
          <TutorNote />
        </div>
      )}
      <Panel
        title="Weekly hours"
        description={
          <>
            Your weekly availability. Times are in{' '}
            <span className="font-medium text-ink">{zoneName(draft.zone)}</span>.
          </>
        }
      >
        <WeeklyHours
          schedule={draft.schedule}
          onChange={schedule => edit.change({ schedule })}
          noteUnadded={edit.noteUnadded}
        />
      </Panel>
      <Panel
        title="Dates"
        description="Days off and days with different hours. These replace your usual hours that start on that day. Overnight hours from the day before still count, and meetings already booked or planned for that day don’t change."
      >
        <ExceptionsField
          exceptions={draft.exceptions}
          zone={draft.zone}
          onChange={exceptions => edit.change({ exceptions })}
          noteUnadded={edit.noteUnadded}
        />
      </Panel>
      <Panel
        title="Time zone"
        description="Others see your hours in their own time zone. Changing it doesn’t move bookings you already have."
      >
        <ZoneField zone={draft.zone} savedZone={base.time_zone} onChange={zone => edit.change({ zone })} />
      </Panel>
      <FormFoot stays={unsaved || Boolean(edit.error || edit.bringBack)}>
        <div className="w-full empty:hidden">
          <SaveProblem edit={edit} />
        </div>
        {unsaved && <p className="mr-auto text-14 text-ink-soft">You have unsaved changes.</p>}
        <div className="flex flex-wrap justify-end gap-2">
          {unsaved && !saving && (
            <Button variant="quiet" onClick={discard}>
              Discard
            </Button>
          )}
          <Button variant="primary" pending={saving} disabled={!unsaved && !saving} onClick={edit.save}>
            Save Schedule
          </Button>
        </div>
      </FormFoot>
      <UnsavedGuard unsaved={unsaved} />
    </section>
  )
}
