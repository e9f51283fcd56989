import { useId } from 'react'

/** Reasons with their words, one to be chosen. */
export function ReasonChoice<Reason extends string>({
  question,
  reasons,
  value,
  onChange,
  error,
}: {
  question: string
  reasons: Readonly<Record<Reason, string>>
  value: Reason | null
  onChange: (reason: Reason) => void
  error: string | undefined
}) {
  const id = useId()
  return (
    <fieldset aria-describedby={error && `${id}-error`} className="min-w-0">
      <legend className="text-14 font-medium">{question}</legend>
      <div className="mt-2 overflow-hidden rounded-10 border border-line-strong">
        {(Object.entries(reasons) as [Reason, string][]).map(([reason, words]) => (
          <label
            key={reason}
            className="flex min-h-11 cursor-pointer items-center gap-3 border-line px-3.5 py-2.5 text-14 transition-colors not-first:border-t hover:bg-sunken has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={id}
              value={reason}
              checked={reason === value}
              onChange={() => onChange(reason)}
              className="size-4 shrink-0 accent-accent outline-none"
            />
            {words}
          </label>
        ))}
      </div>
      <p id={`${id}-error`} role="alert" className="mt-1.5 text-12 font-medium text-negative empty:hidden">
        {error}
      </p>
    </fieldset>
  )
}
