/** One line of a list of suggestions: the name, and below it where it is from. */
export function Suggestion({ lead, title, origin }: { lead?: string; title: string; origin: string }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate">
        {lead && <span className="figures mr-1 text-ink-soft">{lead} </span>}
        {title}
      </span>
      <span className="truncate text-12 text-ink-faint">{origin}</span>
    </span>
  )
}
