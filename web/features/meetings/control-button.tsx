import type { ReactNode } from 'react'
import { singleKeys } from '#web/lib/single-keys.ts'
import { cx } from '#web/ui/cx.ts'

const looks = {
  plain: 'border-line bg-sheet text-ink hover:not-disabled:border-line-strong hover:not-disabled:bg-sunken',
  lit: 'border-accent bg-accent-wash text-accent',
  off: 'border-negative bg-negative-wash text-negative',
  end: 'border-negative bg-negative text-on-negative hover:not-disabled:brightness-110',
}

/** A control of a call: an icon, with its name below if there is room. */
export function ControlButton({
  label,
  name,
  shortcut,
  look = 'plain',
  pending = false,
  pressed,
  badge,
  onClick,
  children,
}: {
  label: string
  /** The short visible name, if there is room for one. */
  name: string | undefined
  shortcut?: string
  look?: keyof typeof looks
  pending?: boolean
  pressed?: boolean
  /** The number on it. */
  badge?: number
  onClick: () => void
  children: ReactNode
}) {
  const key = singleKeys.useNamed(shortcut)
  return (
    <button
      type="button"
      aria-label={badge ? `${label}, ${badge} new` : label}
      aria-keyshortcuts={key}
      aria-pressed={pressed}
      aria-busy={pending || undefined}
      title={key ? `${label} (${key})` : label}
      onClick={pending ? undefined : onClick}
      className="group relative flex min-w-11 flex-col items-center gap-1 rounded-10 select-none"
    >
      <span
        className={cx(
          'flex size-11 items-center justify-center rounded-full border transition-colors',
          looks[pressed ? 'lit' : look],
          pending && 'animate-pulse',
        )}
      >
        {children}
      </span>
      {name && (
        <span aria-hidden="true" className="hidden text-12 text-ink-soft sm:block">
          {name}
        </span>
      )}
      {badge ? (
        <span
          aria-hidden="true"
          className="figures absolute top-0 right-0 flex h-5 min-w-5 items-center justify-center rounded-full bg-lamp-wash px-1 text-12 text-lamp-ink"
        >
          {badge}
        </span>
      ) : null}
    </button>
  )
}
