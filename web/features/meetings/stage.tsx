import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { type Shown, Tile } from './tile.tsx'

export type Layout = 'grid' | 'speaker'

/**
 * The people of a call: all the same size, or one large with the others beside. A shared screen is always the
 * large one. Of two, the other one is large, and the person's own picture small in the corner.
 */
export function Stage({
  people,
  layout,
  speakerId,
  ownControl,
  children,
}: {
  people: readonly Shown[]
  layout: Layout
  speakerId: string | null
  /** Stands on the person's own picture. */
  ownControl: ReactNode
  /** Replaces the large picture: the board. */
  children?: ReactNode
}) {
  const large = children ? null : largeOf(people, layout, speakerId)
  const [other, own] = people
  if (!large && !children && other && own?.isYou && people.length === 2) {
    return (
      <ul aria-label="People in the call" className="relative grid min-h-0 flex-1">
        <Tile person={other} speaking={other.id === speakerId} />
        <Tile
          person={own}
          speaking={own.id === speakerId}
          className="absolute! right-3 bottom-3 aspect-3/4 w-26 tiny:w-18 shadow-floating sm:aspect-video sm:w-48 short:aspect-video short:w-36"
        >
          {ownControl}
        </Tile>
      </ul>
    )
  }
  if (!large && !children) {
    return (
      <ul
        aria-label="People in the call"
        className={cx('grid min-h-0 flex-1 auto-rows-fr gap-2', columns(people.length))}
      >
        {people.map(person => (
          <Tile key={person.id} person={person} speaking={person.id === speakerId}>
            {person.isYou && ownControl}
          </Tile>
        ))}
      </ul>
    )
  }
  const beside = large?.screen ? people : people.filter(person => person !== large)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 lg:flex-row">
      <div className="flex min-h-0 min-w-0 flex-1">
        {children || (
          <ul aria-label={large!.screen ? 'Shared screen' : 'Speaker'} className="grid min-h-0 flex-1">
            <Tile
              key={large!.id}
              person={large!}
              of={large!.screen ? 'screen' : 'camera'}
              speaking={large!.id === speakerId}
            >
              {large!.isYou && !large!.screen && ownControl}
            </Tile>
          </ul>
        )}
      </div>
      {beside.length > 0 && (
        <ul aria-label="People in the call" className="flex shrink-0 gap-2 overflow-auto lg:w-52 lg:flex-col">
          {beside.map(person => (
            <Tile
              key={person.id}
              person={person}
              speaking={person.id === speakerId}
              className="aspect-video h-24 shrink-0 lg:h-auto lg:w-full"
            >
              {person.isYou && ownControl}
            </Tile>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Who is large: a screen, otherwise the speaker; in the grid only a screen. */
export function largeOf(people: readonly Shown[], layout: Layout, speakerId: string | null): Shown | null {
  const sharing =
    people.find(person => person.screen && !person.isYou) ?? people.find(person => person.screen)
  if (sharing) return sharing
  if (layout === 'grid') return null
  const others = people.filter(person => !person.isYou)
  return others.find(person => person.id === speakerId) ?? others[0] ?? people[0] ?? null
}

function columns(count: number): string {
  if (count <= 1) return 'grid-cols-1'
  if (count <= 4) return 'grid-cols-2'
  if (count <= 9) return 'grid-cols-2 overflow-y-auto md:grid-cols-3'
  return 'grid-cols-2 overflow-y-auto sm:grid-cols-3 lg:grid-cols-4'
}
