import { useQuery } from '@tanstack/react-query'
import type { ScheduleAnswer } from '#shared/api/schedules.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { UnsavedGuard } from '#web/features/settings/unsaved-guard.tsx'
import { problemText } from '#web/lib/problem-text.ts'
import { deviceTimeZone, zoneName } from '#web/lib/time-zones.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.ts'
import { ExceptionsField } from './exceptions-field.tsx'
import { ownScheduleQuery } from './queries.ts'
import { SaveProblem } from './save-problem.tsx'
import { ScheduleSkeleton } from './schedule-skeleton.tsx'
import { TutorNote } from './tutor-note.tsx'
import { useScheduleDraft } from './use-schedule-draft.ts'
import { WeeklyHours } from './weekly-hours.tsx'
import { ZoneField } from './zone-field.tsx'

/** When one can be booked: the full-page editor. */
export function ScheduleEditor() {
  const schedule = useQuery(ownScheduleQuery)
  const profile = useQuery(ownProfileQuery)
  if (schedule.data && (profile.data || profile.isError)) {
    return (
      <Editor
        saved={schedule.data}
        ownZone={profile.data?.time_zone ?? deviceTimeZone()}
        hasRate={profile.data?.hourly_rate !== null}
      />
    )
  }
  if (!schedule.isError) return <ScheduleSkeleton />
  return (
    <div className="py-8">
      <ErrorState
        title="Some error happened while fetching your slots!"
        onRetry={() => void schedule.refetch()}
        retrying={schedule.isFetching}
      >
        {problemText(schedule.error)}
      </ErrorState>
    </div>
  )
}

function Editor({ saved, ownZone, hasRate }: { saved: ScheduleAnswer; ownZone: string; hasRate: boolean }) {
  const edit = useScheduleDraft(saved, ownZone)
  const { draft, base, unsaved, saving } = edit

  async function save() {
    if (await edit.save()) toast.success('Your schedule is saved.')
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
            When people can book you, each week anew. All times are by the clocks of{' '}
            <span className="font-medium text-ink">{zoneName(draft.zone)}</span>.
          </>
        }
      >
        <WeeklyHours schedule={draft.schedule} onChange={schedule => edit.change({ schedule })} />
      </Panel>
      <Panel
        title="Dates"
        description="Days off, and days with other hours. They count in place of the weekday’s."
      >
        <ExceptionsField
          exceptions={draft.exceptions}
          zone={draft.zone}
          onChange={exceptions => edit.change({ exceptions })}
        />
      </Panel>
      <Panel
        title="Time zone"
        description="Others see your hours in their own zone. Bookings that are made stay, whatever you change here."
      >
        <ZoneField zone={draft.zone} savedZone={base.time_zone} onChange={zone => edit.change({ zone })} />
      </Panel>
      <footer
        className={cx(
          (unsaved || edit.error || edit.bringBack) && 'sticky bottom-16 z-20 md:bottom-0',
          '-mx-4 flex flex-col gap-3 border-t border-line bg-paper px-4 py-3 sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8',
        )}
      >
        <SaveProblem edit={edit} />
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
          {unsaved && <p className="mr-auto text-14 text-ink-soft">You have changes that aren’t saved.</p>}
          <div className="flex gap-2">
            {unsaved && !saving && (
              <Button variant="quiet" onClick={edit.discard}>
                Discard
              </Button>
            )}
            <Button
              variant="primary"
              pending={saving}
              disabled={!unsaved && !saving}
              onClick={() => void save()}
            >
              Save Schedule
            </Button>
          </div>
        </div>
      </footer>
      <UnsavedGuard unsaved={unsaved} />
    </section>
  )
}
