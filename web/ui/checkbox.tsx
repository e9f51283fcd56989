import type { ComponentProps, ReactNode } from 'react'

/** A checkbox with its label beside it. */
export function Checkbox({ label, ...props }: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }) {
  return (
    <label className="flex items-start gap-2.5 py-1 text-14 coarse:py-3">
      <input {...props} type="checkbox" className="mt-0.5 size-4 shrink-0" />
      <span>{label}</span>
    </label>
  )
}
