import { Tabs } from '@base-ui/react/tabs'
import { type Selection, selectionText, tapTile } from '#shared/domain/slot-selection.ts'
import type { SlotLength } from '#shared/domain/slots.ts'
import { isSameZone } from '#shared/domain/time-zone.ts'
import { zoneName } from '#shared/domain/zone-name.ts'
import { firstNameOf } from '#web/features/people/person-facts.ts'
import { dateParts, timesText } from '#web/lib/zoned-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { DayTab } from './day-tab.tsx'
import { freeIn, type PickerDay, slotsOf } from './picker-days.ts'
import { TilesSkeleton } from './picker-skeleton.tsx'
import type { Tiles } from './slot-queries.ts'
import { SlotTiles } from './slot-tiles.tsx'

const lengths = [
  { value: '30', label: '30 mins' },
  { value: '60', label: '1 hour' },
] as const

/** A tutor's next seven days, and the tiles of one of them. */
export function SlotPicker({
  days,
  loading,
  tutor,
  zone,
  day,
  onDay,
  minutes,
  onMinutes,
  selection,
  lost,
  onPick,
}: {
  days: readonly PickerDay[]
  /** The tiles still have the old length. */
  loading: boolean
  tutor: Tiles['tutor']
  zone: string
  /** The chosen day; by default the first with a free tile. */
  day: string | null
  onDay: (date: string) => void
  minutes: SlotLength
  onMinutes: (minutes: SlotLength) => void
  selection: Selection
  /** Part of the selection is gone. */
  lost: boolean
  /** Null if nothing can be booked: then the picker is read-only. */
  onPick: ((selection: Selection) => void) | null
}) {
  const chosen = days.find(
    ({ date, tiles }) =>
      date === day || (day === null && tiles.some(tile => tile.start === selection[0]?.start)),
  )
  const shown = chosen ?? days.find(one => freeIn(one) > 0) ?? days[0]!
  return (
    <section aria-labelledby="slot-picker-title">
      <h3 id="slot-picker-title" className="text-18">
        <bdi>{tutor.name}</bdi>’s schedule
      </h3>
      <p className="mt-0.5 text-14 text-ink-soft">
        Times are in {zoneName(zone)}.
        {tutor.time_zone && !isSameZone(tutor.time_zone, zone) && (
          <>
            {' '}
            <bdi>{firstNameOf(tutor.name)}</bdi> is in {zoneName(tutor.time_zone)}.
          </>
        )}
      </p>
      <Tabs.Root value={shown.date} onValueChange={date => onDay(String(date))}>
        <Tabs.List
          activateOnFocus
          aria-label="Day"
          className="mt-4 grid grid-cols-7 gap-1 tiny:grid-cols-3 rounded-10 border border-line bg-sunken p-1"
        >
          {days.map((one, index) => (
            <DayTab key={one.date} day={one} today={index === 0} />
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown.date} className="mt-5 rounded-6">
          {(minutes === 60 || days.some(({ tiles }) => tiles.length > 0)) && (
            <>
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <h4 className="font-sans text-16 font-medium tracking-normal">Available Slots</h4>
                <Segmented
                  label="Length of a slot"
                  value={minutes === 60 ? '60' : '30'}
                  onChange={value => onMinutes(value === '60' ? 60 : 30)}
                  options={lengths}
                />
              </div>
              <Counter selection={selection} lost={lost} onPick={onPick} />
            </>
          )}
          {loading ? (
            <TilesSkeleton />
          ) : shown.tiles.length === 0 ? (
            <EmptyDay shown={shown} days={days} onDay={onDay} />
          ) : (
            <>
              {freeIn(shown) === 0 && <FullDay shown={shown} days={days} onDay={onDay} />}
              <div className="mt-2 flex flex-col gap-4">
                {slotsOf(shown.tiles).map(tiles => (
                  <div key={tiles[0]!.start}>
                    <Chip className="mb-2">{timesText(tiles[0]!.start, tiles.at(-1)!.end, zone)}</Chip>
                    <SlotTiles
                      tiles={tiles}
                      date={shown.date}
                      zone={zone}
                      tutor={tutor}
                      selection={selection}
                      onTap={onPick && (tile => onPick(tapTile(selection, tile)))}
                    />
                  </div>
                ))}
              </div>
            </>
          )}
        </Tabs.Panel>
      </Tabs.Root>
    </section>
  )
}

function Counter({
  selection,
  lost,
  onPick,
}: {
  selection: Selection
  lost: boolean
  onPick: ((selection: Selection) => void) | null
}) {
  if (!onPick) {
    return (
      <p className="mt-3 flex items-center gap-2 text-14 text-ink-soft">
        <span aria-hidden="true" className="size-4 rounded-6 border border-line bg-sunken" />
        Booked
      </p>
    )
  }
  return (
    <div className="mt-2 flex min-h-8 items-center justify-between gap-3 text-14">
      <p role="status">
        {selectionText(selection)}
        {lost && <span className="text-ink-soft"> A time you chose is no longer available.</span>}
      </p>
      {selection.length > 0 && (
        <Button size="sm" variant="quiet" className="-mr-3" onClick={() => onPick([])}>
          Clear
        </Button>
      )}
    </div>
  )
}

type DayProps = { shown: PickerDay; days: readonly PickerDay[]; onDay: (date: string) => void }

function FullDay(props: DayProps) {
  return (
    <div className="mt-2 mb-4 flex flex-wrap items-center justify-between gap-3 rounded-10 bg-sunken px-4 py-2.5 text-14">
      <p>Everything on this day is booked.</p>
      <NextFreeDay {...props} />
    </div>
  )
}

function EmptyDay(props: DayProps) {
  return (
    <div className="mt-2 flex flex-col items-center rounded-10 border border-line border-dashed px-4 py-10 text-center">
      <p className="font-serif text-18 font-semibold">No Schedule</p>
      <p className="mt-1 text-14 text-ink-soft">
        {props.days.every(({ tiles }) => tiles.length === 0)
          ? 'There’s nothing to book in the next seven days.'
          : 'There’s nothing to book on this day.'}
      </p>
      <div className="mt-4 empty:hidden">
        <NextFreeDay {...props} />
      </div>
    </div>
  )
}

function NextFreeDay({ shown, days, onDay }: DayProps) {
  const next = days.find(day => day.date > shown.date && freeIn(day) > 0)
  if (!next) return null
  const { weekday, day } = dateParts(next.date)
  return (
    <Button size="sm" onClick={() => onDay(next.date)}>
      Go to {weekday} {day}
    </Button>
  )
}
