import type { OwnProfile } from '#shared/api/profiles.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { deviceTimeZone, timeIn, zoneName } from '#web/lib/time-zones.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { TimeZonePicker } from './time-zone-picker.tsx'
import { useSaveProfile } from './use-save-profile.ts'

/** One's time zone, saved as soon as it is picked; the device's is offered where it is another. */
export function TimeZoneSetting({ profile }: { profile: OwnProfile }) {
  const now = useNow()
  const save = useSaveProfile()
  const device = deviceTimeZone()
  const zone = save.isPending ? (save.variables.time_zone ?? profile.time_zone) : profile.time_zone

  function choose(next: string) {
    if (next === profile.time_zone) return
    save.mutate(
      { time_zone: next },
      { onSuccess: () => toast.success(`Times are now shown in ${zoneName(next)}.`) },
    )
  }

  return (
    <>
      <Field
        label="Time zone"
        error={save.isError ? problemText(save.error) : undefined}
        hint={zone ? `It is ${timeIn(zone, now)} there now.` : 'Times are shown in this device’s zone.'}
      >
        {aria => <TimeZonePicker {...aria} value={zone} onChange={choose} />}
      </Field>
      {device !== zone && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-10 bg-sunken px-4 py-3 text-14">
          <p>
            This device is in <span className="font-medium">{zoneName(device)}</span>.
          </p>
          <Button size="sm" pending={save.isPending} onClick={() => choose(device)}>
            Use it
          </Button>
        </div>
      )}
    </>
  )
}
