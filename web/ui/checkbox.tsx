import type { ComponentProps, ReactNode } from 'react'

/** A checkbox with its label. */
export function Checkbox({
  children,
  ...props
}: Omit<ComponentProps<'input'>, 'type' | 'className'> & { children: ReactNode }) {
  return (
    <label className="flex items-start gap-3 text-14 text-ink-soft coarse:min-h-11">
      <input
        {...props}
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 cursor-pointer accent-accent coarse:size-5"
      />
      <span className="min-w-0">{children}</span>
    </label>
  )
}
