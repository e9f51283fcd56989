import { useMemo, useState } from 'react'
import { zoneLabel } from '#shared/domain/zone-name.ts'
import { timeIn, timeZones } from '#web/lib/time-zones.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Combobox } from './combobox.tsx'
import type { FieldControl } from './field.tsx'

/** A choice among all time zones, found by any part of their names or cities; each shows its current time. */
export function TimeZonePicker({
  value,
  onChange,
  ...control
}: Partial<FieldControl> & { value: string | null; onChange: (zone: string) => void }) {
  const now = useNow()
  // Null while the field shows the pick.
  const [typed, setTyped] = useState<string | null>(null)
  const zones = useMemo(timeZones, [])
  const shown = value === null ? '' : zoneLabel(value)
  const sought = typed === null || typed === shown ? '' : typed.trim().toLowerCase()
  const items =
    sought === '' ? zones : zones.filter(zone => searched(zone).includes(sought.replaceAll('_', ' ')))
  return (
    <Combobox
      {...control}
      value={value}
      onValueChange={zone => {
        // Clearing only empties the field for typing: everyone is always in some zone.
        setTyped(zone === null ? '' : null)
        if (zone !== null) onChange(zone)
      }}
      text={typed ?? shown}
      onTextChange={(text, change) => {
        // The library tells of what it writes itself, too, which may be the pick before.
        if (change?.reason !== 'none' && change?.reason !== 'item-press') setTyped(text)
      }}
      onBlur={() => setTyped(null)}
      items={items}
      itemKey={zone => zone}
      itemText={zoneLabel}
      renderItem={zone => (
        <span className="flex justify-between gap-3">
          <span className="truncate">{zoneLabel(zone)}</span>
          <span className="figures shrink-0 text-12 text-ink-faint">{timeIn(zone, now)}</span>
        </span>
      )}
      message={items.length === 0 ? 'No time zone found. Try the nearest large city.' : undefined}
      placeholder="Time zone or city"
    />
  )
}

/** Everything that people may type: the name, the city, the region or the identifier. */
function searched(zone: string): string {
  return `${zoneLabel(zone)} ${zone.replaceAll('_', ' ')}`.toLowerCase()
}
