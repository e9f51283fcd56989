import { isSameZone } from '#shared/domain/time-zone.ts'
import { zoneLabel } from '#shared/domain/zone-name.ts'
import { deviceTimeZone, timeIn } from '#web/lib/time-zones.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Field } from '#web/ui/field.tsx'
import { TimeZonePicker } from '#web/ui/time-zone-picker.tsx'
import { ZoneOffer } from '#web/ui/zone-offer.tsx'

/** The zone of the hours, and the effect of choosing another. */
export function ZoneField({
  zone,
  savedZone,
  onChange,
}: {
  zone: string
  /** Null before the first save. */
  savedZone: string | null
  onChange: (zone: string) => void
}) {
  const now = useNow()
  const device = deviceTimeZone()
  const moved = savedZone !== null && !isSameZone(savedZone, zone)
  return (
    <>
      <Field label="Time zone" hint={`It’s ${timeIn(zone, now)} there now.`}>
        {aria => <TimeZonePicker {...aria} value={zone} onChange={onChange} />}
      </Field>
      <p role="status" className="rounded-10 bg-caution-wash px-4 py-3 text-14 text-caution empty:sr-only">
        {moved &&
          `Once you save, your hours will be in ${zoneLabel(zone)} instead of ${zoneLabel(savedZone)}. ` +
            'Bookings you already have don’t move.'}
      </p>
      {!isSameZone(device, zone) && (
        <ZoneOffer lead="Your device is in" zone={device} onUse={() => onChange(device)} />
      )}
    </>
  )
}
