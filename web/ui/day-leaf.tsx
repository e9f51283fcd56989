import { cx } from './cx.ts'

/** A day as a calendar leaf; its text is beside it, and needs the room where there is little. */
export function DayLeaf({ month, day, live = false }: { month: string; day: string; live?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'flex h-14 w-12 shrink-0 flex-col items-center justify-center rounded-6 border tiny:hidden',
        live ? 'border-lamp bg-lamp-wash text-lamp-ink' : 'border-line bg-paper text-ink-soft',
      )}
    >
      <span className="text-12 font-medium">{month}</span>
      <span className="font-serif text-22 leading-6 font-semibold">{day}</span>
    </span>
  )
}
