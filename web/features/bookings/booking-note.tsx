import { CircleCheck, type LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '#web/ui/cx.ts'

type Props = {
  title: string
  text: string
  /** Whether it is still undecided: amber until then, calm afterwards. */
  open: boolean
  /** The icon while it is open; a settled one has a check mark. */
  icon: LucideIcon
  children?: ReactNode
}

/** Something that happened to a booking apart from its states, and its progress. */
export function BookingNote({ title, text, open, icon, children }: Props) {
  const id = useId()
  const Icon = open ? icon : CircleCheck
  return (
    <section
      aria-labelledby={id}
      className={cx(
        'mt-8 flex gap-4 rounded-16 border px-5 py-4 text-14 sm:px-6',
        open ? 'border-transparent bg-lamp-wash text-lamp-ink' : 'border-line bg-sheet text-ink-soft',
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1">
        <h2 id={id} className={cx('text-18', !open && 'text-ink')}>
          {title}
        </h2>
        <p className="mt-1 max-w-prose">{text}</p>
        {children}
      </div>
    </section>
  )
}

/** What the person may do about it, with a link. */
export function NoteHelp({ children }: { children: ReactNode }) {
  return (
    <p className="mt-2 max-w-prose [&_a]:font-medium [&_a]:underline [&_a]:underline-offset-3">{children}</p>
  )
}
