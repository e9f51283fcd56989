import { MapPin } from 'lucide-react'
import type { Session } from '#shared/api/sessions.ts'

/** Where a session takes place, unless it is online or the viewer doesn't learn where. */
export function PlaceLine({ location }: Pick<Session, 'location'>) {
  if (!location) return null
  return (
    <p className="flex min-w-0 items-center gap-2 text-14 text-ink-soft">
      <MapPin aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      <span className="truncate" title={location} dir="auto">
        {location}
      </span>
    </p>
  )
}
