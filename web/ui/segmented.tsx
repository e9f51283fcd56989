import { type ReactNode, useId } from 'react'

/** A choice between a few views of the same thing, all visible. */
export function Segmented<Value extends string>({
  label,
  value,
  onChange,
  options,
}: {
  /** The accessible name of the group. */
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
}) {
  const name = useId()
  return (
    <fieldset className="inline-flex max-w-full flex-wrap rounded-10 border border-line bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map(option => (
        <label
          key={option.value}
          className="relative inline-flex min-h-8 items-center gap-2 rounded-6 px-3 text-14 font-medium whitespace-nowrap text-ink-soft transition-colors select-none hover:text-ink has-checked:bg-sheet has-checked:text-ink has-checked:shadow-raised has-focus-visible:outline-2 has-focus-visible:outline-accent coarse:min-h-11"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-6 outline-none"
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
