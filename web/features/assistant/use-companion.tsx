import { Sparkles } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Source } from '#shared/api/dialogues.ts'
import type { PostCard } from '#shared/api/posts.ts'
import type { Companion, MarkedPassage } from '#web/features/reading/companion.ts'
import { codeOnOpen, useCodeOnOpen } from '#web/ui/code-on-open.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AskAboutButton } from './ask-about-button.tsx'
import { PanelFrame } from './panel-frame.tsx'
import type { Quote } from './stream-answer.ts'
import { useNarrow } from './use-room.ts'

const studyPanel = codeOnOpen(async () => (await import('./study-panel.tsx')).StudyPanel)

/** The assistant's part of the address. */
export type PanelSearch = { panel?: 'open' | undefined; dialogue?: string | undefined }

type Options = PanelSearch & {
  post: PostCard
  /** The page in the address: the first one if there is none. */
  page: number | undefined
  onSearch: (search: PanelSearch) => void
  /** Opens another document of the dialogue at a page. */
  onOpenDocument: (postId: string, page: number) => void
  before?: ReactNode
  /** Extra buttons beside the reader's title. */
  tools?: ReactNode
  coveredBefore?: boolean
}

type Shown = MarkedPassage & { postId: string }

/** Study Pal AI beside an open document: the panel, its button, and the passages it links to. */
export function useCompanion({
  post,
  page = 1,
  panel,
  dialogue,
  onSearch,
  onOpenDocument,
  ...around
}: Options): Companion {
  const open = panel === 'open'
  const narrow = useNarrow()
  // The draft and the scroll position stay while the panel is closed.
  const [wanted, setWanted] = useState(open)
  const StudyPanel = useCodeOnOpen(studyPanel, open, () => show(false))
  const [quote, setQuote] = useState<Quote | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  if (open && !wanted) setWanted(true)

  const show = (next: boolean) => onSearch({ panel: next ? 'open' : undefined, dialogue })
  const openSource = ({ post_id, page, boxes, quote }: Source) => {
    setShown({ postId: post_id, page, boxes, quote })
    if (narrow) show(false)
    if (post_id !== post.id) onOpenDocument(post_id, page)
  }

  return {
    tools: (
      <>
        {around.tools}
        <IconButton
          label="Study Pal AI"
          aria-pressed={open}
          onClick={() => show(!open)}
          className="hover:bg-sheet"
        >
          <Sparkles className="size-5" />
        </IconButton>
      </>
    ),
    before: around.before,
    beside: (
      <>
        <AskAboutButton
          onAsk={selected => {
            setQuote({ ...selected, documentId: post.doc_url, postId: post.id, title: post.post_name })
            show(true)
          }}
        />
        {wanted && (
          <PanelFrame open={open} narrow={narrow} onClose={() => show(false)}>
            {StudyPanel ? (
              <StudyPanel
                key={post.course_id}
                post={post}
                page={page}
                open={open}
                dialogueId={dialogue ?? null}
                onDialogue={id => onSearch({ panel, dialogue: id ?? undefined })}
                quote={quote}
                onQuote={setQuote}
                onOpenSource={openSource}
                onClose={() => show(false)}
              />
            ) : (
              <PanelWaiting />
            )}
          </PanelFrame>
        )}
      </>
    ),
    passage: shown?.postId === post.id ? shown : null,
    covered: around.coveredBefore ?? false,
  }
}

function PanelWaiting() {
  return <div role="status" aria-label="Opening Study Pal AI" className="flex-1" />
}
