import { Flag } from 'lucide-react'
import { useState } from 'react'
import type { Source } from '#shared/api/dialogues.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'

const ReportDialog = lazyDialog(
  async () => (await import('#web/features/reports/report-dialog.tsx')).ReportDialog,
)

type Props = { sources: readonly Source[]; onOpen: (source: Source) => void }

/**
 * The sources of an answer. Each opens its passage in the document, highlighted, and can be reported if it
 * misleads or harms.
 */
export function SourceList({ sources, onOpen }: Props) {
  const [reported, setReported] = useState<Source | null>(null)
  const [reporting, setReporting] = useState(false)
  if (sources.length === 0) return null
  return (
    <>
      <ul aria-label="Sources" className="mt-3 flex flex-col gap-1.5">
        {sources.map(source => (
          <li
            key={source.id}
            className="flex rounded-10 border border-line bg-sheet transition-colors hover:border-line-strong hover:bg-sunken"
          >
            <OpenSource source={source} onOpen={() => onOpen(source)} />
            {!source.is_owner && (
              <IconButton
                label={`Report source ${source.number}`}
                onClick={() => {
                  setReported(source)
                  setReporting(true)
                }}
                className="size-9 text-ink-faint"
              >
                <Flag aria-hidden="true" className="size-4" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {reported && (
        <ReportDialog
          key={reported.id}
          subject={{ post: { id: reported.post_id, post_name: reported.title, name: reported.name } }}
          details={placeOf(reported)}
          open={reporting}
          onClose={() => setReporting(false)}
        />
      )}
    </>
  )
}

function OpenSource({ source, onOpen }: { source: Source; onOpen: () => void }) {
  const { number, title, page, quote, name, is_owner } = source
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex min-w-0 flex-1 gap-2.5 rounded-10 px-2.5 py-2 text-left touch-target"
    >
      <span className="grid size-5 shrink-0 place-items-center rounded-6 bg-accent-wash text-12 font-semibold text-accent-strong">
        {number}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex gap-1.5 text-12 font-medium">
          <span className="min-w-0 truncate" title={title} dir="auto">
            {title}
          </span>
          <span className="shrink-0 text-ink-soft tabular-nums">page {page}</span>
        </span>
        {quote && (
          <span className="mt-0.5 line-clamp-2 font-serif text-14 text-ink-soft wrap-anywhere" dir="auto">
            “{quote}”
          </span>
        )}
        <span className="mt-0.5 block truncate text-12 text-ink-faint">
          Shared by {is_owner ? 'you' : <bdi>{name}</bdi>}
        </span>
      </span>
    </button>
  )
}

/** Where to look in the document, for the operators. */
function placeOf({ page, quote }: Source): string {
  return `Page ${page}, cited by Study Pal AI${quote ? `: “${quote}”` : ''}\n\n`
}
