import { Chip } from '#web/ui/chip.tsx'
import { crnParts } from './words.ts'

/** The first two classes of a session, and how many more there are. */
export function CrnChips({ crns }: { crns: readonly string[] }) {
  const more = crns.slice(2)
  return (
    <p className="mt-auto flex min-w-0 flex-wrap items-center gap-2">
      {crns.length === 0 && <span className="text-12 leading-6 text-ink-faint">No CRNs Added.</span>}
      {crns.slice(0, 2).map(text => (
        <Chip key={text} className="figures">
          <span className="truncate" title={crnParts(text).title || undefined}>
            {crnParts(text).crn}
          </span>
        </Chip>
      ))}
      {more.length > 0 && (
        <span className="text-12 text-ink-faint" title={more.join('\n')}>
          +{more.length} more
        </span>
      )}
    </p>
  )
}
