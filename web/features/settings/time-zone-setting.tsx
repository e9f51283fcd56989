import type { OwnProfile } from '#shared/api/profiles.ts'
import { isSameZone } from '#shared/domain/time-zone.ts'
import { zoneLabel } from '#shared/domain/zone-name.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { deviceTimeZone, timeIn } from '#web/lib/time-zones.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Field } from '#web/ui/field.tsx'
import { TimeZonePicker } from '#web/ui/time-zone-picker.tsx'
import { toast } from '#web/ui/toast.ts'
import { ZoneOffer } from '#web/ui/zone-offer.tsx'
import { useSaveProfile } from './use-save-profile.ts'

/** The person's time zone, saved on picking; offers the device's if it differs. */
export function TimeZoneSetting({ profile }: { profile: OwnProfile }) {
  const now = useNow()
  const save = useSaveProfile()
  const device = deviceTimeZone()
  const zone = save.isPending ? (save.variables.time_zone ?? profile.time_zone) : profile.time_zone

  function choose(next: string) {
    if (next === zone) return
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
      {(zone === null || !isSameZone(device, zone)) && (
        <ZoneOffer
          lead="Your device is in"
          zone={device}
          pending={save.isPending}
          onUse={() => choose(device)}
        />
      )}
    </>
  )
}
