import type { FieldControl } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

/** A field for dollars, with the sign in front. */
export function AmountInput({
  value,
  onChange,
  ...control
}: FieldControl & { value: string; onChange: (value: string) => void; disabled?: boolean }) {
  return (
    <span className="relative block max-w-48">
      <span aria-hidden="true" className="absolute inset-y-0 left-3 flex items-center text-14 text-ink-faint">
        $
      </span>
      <Input
        {...control}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        value={value}
        onChange={event => onChange(event.target.value)}
        className="pl-7 tabular-nums"
      />
    </span>
  )
}
