import { History, SquarePen, X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Conversation, type ConversationProps } from './conversation.tsx'
import { DialogueList } from './dialogue-list.tsx'

/** The side panel for asking about the open document. */
export function StudyPanel({ onClose, ...props }: ConversationProps & { onClose: () => void }) {
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
