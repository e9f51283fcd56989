import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Files, X } from 'lucide-react'
import { useState } from 'react'
import { courseQuery } from '#web/features/courses/queries.ts'
import { postQuery } from '#web/features/posts/queries.ts'
import { PostReader } from '#web/features/reading/post-reader.tsx'
import { useCloseReader } from '#web/features/reading/use-close-reader.ts'
import { useBackCloses } from '#web/lib/back-closes.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { DocumentPicker } from './document-picker.tsx'
import { type PanelSearch, useCompanion } from './use-companion.tsx'
import { useNarrow, useRoomy } from './use-room.ts'

export type StudySearch = PanelSearch & {
  /** The open document; without it, the list of documents shows. */
  post?: string | undefined
  page?: number | undefined
}

type Props = StudySearch & { courseId: number; onSearch: (search: StudySearch) => void }

/** The study materials of a course: its documents, the open one, and Study Pal AI beside it. */
export function StudyPage({ post, ...props }: Props) {
  return post === undefined ? <ChooseDocument {...props} /> : <OpenDocument post={post} {...props} />
}

function ChooseDocument({ courseId, onSearch }: Props) {
  const close = useCloseReader()
  const narrow = useNarrow()
  const { data: course } = useQuery(courseQuery(courseId))
  return (
    <main id="main" data-theme="dark" className="reader-frame fills-window full-bleed bg-sunken text-ink">
      <div className="reader-title">
        <IconButton label="Close" onClick={close}>
          <X className="size-5" />
        </IconButton>
        <div className="min-w-0">
          <h1 className="truncate text-16 leading-6" title={course?.subject} dir="auto">
            {course?.subject ?? 'Study materials'}
          </h1>
          {course && <p className="truncate text-12 text-ink-faint">Study materials</p>}
        </div>
      </div>
      <div className="reader-body overflow-y-auto">
        <div className="mx-auto w-full max-w-form px-2 py-8">
          <h2 className="px-5 text-22">Choose a document</h2>
          <p className="mt-1 px-5 text-14 text-ink-soft">
            Read it side by side with Study Pal AI, which answers from the course’s notes.
          </p>
          <div className="mt-4">
            <DocumentPicker
              courseId={courseId}
              current={null}
              // On a phone the document comes first.
              onChoose={post => onSearch({ post, panel: narrow ? undefined : 'open' })}
            />
          </div>
        </div>
      </div>
    </main>
  )
}

function OpenDocument({ courseId, post: id, page, panel, dialogue, onSearch }: Props & { post: string }) {
  const { data: post } = useSuspenseQuery(postQuery(id))
  const close = useCloseReader()
  const narrow = useNarrow()
  const roomy = useRoomy()
  const [listed, setListed] = useState(roomy)
  useBackCloses(listed && !roomy, () => setListed(false))
  const choose = (next: string) => {
    if (!roomy) setListed(false)
    if (next !== id) onSearch({ post: next, panel, dialogue: undefined })
  }
  const companion = useCompanion({
    post,
    page,
    panel,
    dialogue,
    onSearch: search => {
      if (!roomy) setListed(false)
      onSearch({ post: id, page, ...search })
    },
    onOpenDocument: (next, at) =>
      onSearch({ post: next, page: at, panel: narrow ? undefined : panel, dialogue }),
    coveredBefore: narrow && listed,
    tools: (
      <IconButton
        label="Documents"
        aria-pressed={listed}
        onClick={() => setListed(!listed)}
        className="hover:bg-sheet"
      >
        <Files className="size-5" />
      </IconButton>
    ),
    before: listed && (
      <nav
        aria-label="Course documents"
        data-keys="own"
        className={cx(
          'flex min-h-0 flex-col bg-paper',
          roomy
            ? 'w-72 shrink-0 border-r border-line'
            : 'inset-y-0 left-0 animate-rise border-line shadow-floating',
          !roomy && (narrow ? 'fixed right-0 z-40' : 'absolute z-30 w-80 border-r'),
        )}
      >
        <div className="flex items-center border-b border-line py-1.5 pr-2 pl-5">
          <h2 className="flex-1 text-16">Documents</h2>
          {narrow && (
            <IconButton label="Close documents" onClick={() => setListed(false)}>
              <X className="size-5" />
            </IconButton>
          )}
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          <DocumentPicker courseId={courseId} current={id} onChoose={choose} />
        </div>
      </nav>
    ),
  })
  return (
    <PostReader
      post={post}
      asked={page}
      companion={companion}
      onPage={at => onSearch({ post: id, page: at, panel, dialogue })}
      onClose={close}
    />
  )
}
