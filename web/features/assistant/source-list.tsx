import type { Source } from '#shared/api/dialogues.ts'

type Props = { sources: readonly Source[]; onOpen: (source: Source) => void }

/** What an answer goes by. Each opens the passage in its document, marked. */
export function SourceList({ sources, onOpen }: Props) {
  if (sources.length === 0) return null
  return (
    <ul aria-label="Sources" className="mt-3 flex flex-col gap-1.5">
      {sources.map(source => (
        <li key={source.id}>
          <button
            type="button"
            onClick={() => onOpen(source)}
            className="group flex w-full gap-2.5 rounded-10 border border-line bg-sheet px-2.5 py-2 text-left transition-colors hover:border-line-strong hover:bg-sunken touch-target"
          >
            <span className="grid size-5 shrink-0 place-items-center rounded-6 bg-accent-wash text-12 font-semibold text-accent-strong">
              {source.number}
            </span>
            <span className="min-w-0 flex-1">
              <span className="flex gap-1.5 text-12 font-medium">
                <span className="min-w-0 truncate" title={source.title}>
                  {source.title}
                </span>
                <span className="shrink-0 text-ink-soft tabular-nums">page {source.page}</span>
              </span>
              {source.quote && (
                <span
                  className="mt-0.5 line-clamp-2 font-serif text-14 text-ink-soft wrap-anywhere"
                  dir="auto"
                >
                  “{source.quote}”
                </span>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
