import type { OwnProfile } from '#shared/api/profiles.ts'
import { zoneLabel } from '#shared/domain/zone-name.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { deviceTimeZone, timeIn } from '#web/lib/time-zones.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TimeZonePicker } from '#web/ui/time-zone-picker.tsx'
import { toast } from '#web/ui/toast.ts'
import { useSaveProfile } from './use-save-profile.ts'

/** The person's time zone, saved on picking; offers the device's if it differs. */
export function TimeZoneSetting({ profile }: { profile: OwnProfile }) {
  const now = useNow()
  const save = useSaveProfile()
  const device = deviceTimeZone()
  const zone = save.isPending ? (save.variables.time_zone ?? profile.time_zone) : profile.time_zone

  function choose(next: string) {
    if (next === profile.time_zone) return
    save.mutate(
      { time_zone: next },
      { onSuccess: () => toast.success(`You now see times in ${zoneLabel(next)}.`) },
    )
  }

  return (
    <>
      <Field
        label="Time zone"
        error={save.isError ? problemText(save.error) : undefined}
        hint={zone ? `It’s ${timeIn(zone, now)} there now.` : 'You see times in your device’s time zone.'}
      >
        {aria => <TimeZonePicker {...aria} value={zone} onChange={choose} />}
      </Field>
      {device !== zone && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-10 bg-sunken px-4 py-3 text-14">
          <p>
            Your device is in <span className="font-medium">{zoneLabel(device)}</span>.
          </p>
          <Button size="sm" pending={save.isPending} onClick={() => choose(device)}>
            Use it
          </Button>
        </div>
      )}
    </>
  )
}
