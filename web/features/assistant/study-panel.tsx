import { History, SquarePen, X } from 'lucide-react'
import { type Dispatch, type SetStateAction, useState } from 'react'
import type { Source } from '#shared/api/dialogues.ts'
import type { PostCard } from '#shared/api/posts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Conversation } from './conversation.tsx'
import { DialogueList } from './dialogue-list.tsx'
import type { Quote } from './stream-answer.ts'

export type PanelProps = {
  post: PostCard
  /** Its page that is open. */
  page: number
  open: boolean
  dialogueId: string | null
  onDialogue: (id: string | null) => void
  quote: Quote | null
  onQuote: Dispatch<SetStateAction<Quote | null>>
  onOpenSource: (source: Source) => void
}

/** The side panel for asking about the open document. */
export function StudyPanel({ onClose, ...props }: PanelProps & { onClose: () => void }) {
  const [listed, setListed] = useState(false)
  // A quotation that arrives while the list of dialogues shows belongs to the open one.
  const [quoted, setQuoted] = useState(props.quote)
  if (quoted !== props.quote) {
    setQuoted(props.quote)
    setListed(false)
  }
  const choose = (id: string | null) => {
    props.onDialogue(id)
    setListed(false)
  }
  return (
    <>
      <header className="flex items-center gap-1 border-b border-line py-1.5 pr-2 pl-4">
        <h2 id="study-panel-title" className="min-w-0 flex-1 truncate text-18">
          Study Pal AI
        </h2>
        <IconButton label="Chats" aria-pressed={listed} onClick={() => setListed(!listed)}>
          <History className="size-5" />
        </IconButton>
        <IconButton label="New chat" onClick={() => choose(null)}>
          <SquarePen className="size-5" />
        </IconButton>
        <IconButton label="Close Study Pal AI" onClick={onClose}>
          <X className="size-5" />
        </IconButton>
      </header>
      {listed && (
        <DialogueList
          post={props.post}
          current={props.dialogueId}
          onChoose={choose}
          onDeleted={() => props.onDialogue(null)}
        />
      )}
      {/* The draft and the scroll position stay while the list shows. */}
      <div className={listed ? 'hidden' : 'contents'}>
        <Conversation {...props} open={props.open && !listed} onList={() => setListed(true)} />
      </div>
    </>
  )
}
