import { TimeZonePicker } from '#web/features/settings/time-zone-picker.tsx'
import { deviceTimeZone, timeIn, zoneName } from '#web/lib/time-zones.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'

/** The zone whose clocks the hours are read by, and what another one would do. */
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
  const moved = savedZone !== null && savedZone !== zone
  return (
    <>
      <Field label="Time zone" hint={`It is ${timeIn(zone, now)} there now.`}>
        {aria => <TimeZonePicker {...aria} value={zone} onChange={onChange} />}
      </Field>
      <p role="status" className="rounded-10 bg-caution-wash px-4 py-3 text-14 text-caution empty:hidden">
        {moved &&
          `Once saved, your hours are by the clocks of ${zoneName(zone)}, no longer ${zoneName(savedZone)}. ` +
            'Bookings you already have stay at the moment they were made for.'}
      </p>
      {device !== zone && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-10 bg-sunken px-4 py-3 text-14">
          <p>
            This device is in <span className="font-medium">{zoneName(device)}</span>.
          </p>
          <Button size="sm" onClick={() => onChange(device)}>
            Use it
          </Button>
        </div>
      )}
    </>
  )
}
