import { zoneLabel } from '#shared/domain/zone-name.ts'
import { Button } from './button.tsx'

/** Offers a zone that is the person's in some way, which `lead` says, in the place of the chosen one. */
export function ZoneOffer({
  lead,
  zone,
  pending,
  onUse,
}: {
  lead: string
  zone: string
  pending?: boolean
  onUse: () => void
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-10 bg-sunken px-4 py-3 text-14">
      <p>
        {lead} <span className="font-medium">{zoneLabel(zone)}</span>.
      </p>
      <Button size="sm" pending={pending} onClick={onUse}>
        Use it
      </Button>
    </div>
  )
}
