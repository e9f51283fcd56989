/** The progress of long work, or (without a value) that it is running. */
export function Progress({ label, value }: { label: string; value: number | null }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === null ? undefined : Math.round(value)}
      className="h-1.5 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className={
          value === null
            ? 'h-full w-1/3 animate-pulse rounded-full bg-accent'
            : 'h-full rounded-full bg-accent transition-[width]'
        }
        style={value === null ? undefined : { width: `${value}%` }}
      />
    </div>
  )
}
