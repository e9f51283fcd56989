import { CalendarX2, type LucideIcon, ShieldCheck, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { tookPlaceTerms } from '#shared/domain/took-place.ts'

/** When a student's money is held, when the meeting counts, and when they get it back: a picture for each, as nobody reads a paragraph. */
export function PaymentTerms({
  held,
  minutes,
  refunds,
}: {
  held: ReactNode
  /** The length of the meeting. */
  minutes: number
  refunds: ReactNode
}) {
  return (
    <ul
      aria-label="What happens to your money"
      className="flex flex-col gap-4 rounded-10 bg-sunken p-4 text-14"
    >
      <Term icon={ShieldCheck}>{held}</Term>
      <Term icon={Video}>{tookPlaceTerms(minutes, 'student')}</Term>
      <Term icon={CalendarX2}>{refunds}</Term>
    </ul>
  )
}

function Term({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
      <p>{children}</p>
    </li>
  )
}
