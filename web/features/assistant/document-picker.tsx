import { useInfiniteQuery } from '@tanstack/react-query'
import { FileText, Image } from 'lucide-react'
import type { IndexedDocument } from '#shared/api/documents.ts'
import { counted } from '#shared/domain/counted.ts'
import { failureOf } from '#web/lib/failure-of.ts'
import { cx } from '#web/ui/cx.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { courseDocumentsQuery, isBeingRead } from './queries.ts'
import { readingText } from './reading-text.ts'

type Props = { courseId: number; current: string | null; onChoose: (postId: string) => void }

/** The documents of a course, to pick one. */
export function DocumentPicker({ courseId, current, onChoose }: Props) {
  const list = useInfiniteQuery(courseDocumentsQuery(courseId))
  const documents = list.data?.pages.flatMap(page => page.documents)

  if (!documents) {
    return list.error ? (
      <div className="p-4">
        <LoadFailed {...failureOf(list)} />
      </div>
    ) : (
      <div role="status" aria-label="Loading the documents" className="space-y-3 p-4">
        {[1, 2, 3, 4].map(line => (
          <Skeleton key={line} className="h-14 w-full rounded-10" />
        ))}
      </div>
    )
  }
  if (documents.length === 0) {
    return (
      <p className="p-6 text-center text-ink-soft">
        Nobody has shared notes for this course yet. New notes will show up here.
      </p>
    )
  }
  return (
    <>
      <ul className="divide-y divide-line p-2">
        {documents.map(document => (
          <li key={document.post_id}>
            <Row
              document={document}
              current={document.post_id === current}
              onChoose={() => onChoose(document.post_id)}
            />
          </li>
        ))}
      </ul>
      <MoreRows
        query={list}
        count={documents.length}
        what="More documents"
        skeleton={<Skeleton className="m-2 h-14 rounded-10" />}
      />
    </>
  )
}

function Row({
  document,
  current,
  onChoose,
}: {
  document: IndexedDocument
  current: boolean
  onChoose: () => void
}) {
  const Icon = document.kind === 'pdf' ? FileText : Image
  return (
    <button
      type="button"
      aria-current={current || undefined}
      onClick={onChoose}
      className={cx(
        'flex w-full gap-3 rounded-10 px-3 py-2.5 text-left -outline-offset-2 touch-target',
        current ? 'bg-accent-wash' : 'hover:bg-sunken',
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-faint" />
      <span className="min-w-0 flex-1">
        <span
          className="line-clamp-2 font-serif font-semibold wrap-anywhere"
          title={document.title}
          dir="auto"
        >
          {document.title}
        </span>
        <span className="block truncate text-12 text-ink-soft" dir="auto">
          {document.name}
          {document.pages > 0 && ` · ${counted(document.pages, 'page', 'pages')}`}
        </span>
        {(isBeingRead(document) || document.state === 'failed') && (
          <span className="mt-0.5 block text-12 text-lamp-ink">{readingText(document)}</span>
        )}
      </span>
    </button>
  )
}
