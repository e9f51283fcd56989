import { useMemo, useState } from 'react'
import { timeIn, timeZones, zoneName } from '#web/lib/time-zones.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import type { FieldControl } from '#web/ui/field.tsx'

/** A choice among all time zones, found by any part of their names; each says what its clocks show. */
export function TimeZonePicker({
  value,
  onChange,
  ...control
}: Partial<FieldControl> & { value: string | null; onChange: (zone: string) => void }) {
  const now = useNow()
  // Null while the field shows what was picked.
  const [typed, setTyped] = useState<string | null>(null)
  const zones = useMemo(timeZones, [])
  const shown = value === null ? '' : zoneName(value)
  const sought = typed === null || typed === shown ? '' : typed.trim().toLowerCase()
  const items = zones.filter(zone => zoneName(zone).toLowerCase().includes(sought.replaceAll('_', ' ')))
  return (
    <Combobox
      {...control}
      value={value}
      onValueChange={zone => {
        // Cleared, the field is only emptied to be typed into: one is always in some zone.
        setTyped(zone === null ? '' : null)
        if (zone !== null) onChange(zone)
      }}
      text={typed ?? shown}
      onTextChange={setTyped}
      onBlur={() => setTyped(null)}
      items={items}
      itemKey={zone => zone}
      itemText={zoneName}
      renderItem={zone => (
        <span className="flex justify-between gap-3">
          <span className="truncate">{zoneName(zone)}</span>
          <span className="figures shrink-0 text-12 text-ink-faint">{timeIn(zone, now)}</span>
        </span>
      )}
      message={items.length === 0 ? 'No such time zone. Try the nearest large city.' : undefined}
      placeholder="City or region"
    />
  )
}
