import { type RefObject, useEffect, useRef, useState } from 'react'
import { messageLimits } from '#shared/api/messages.ts'
import { ownerKey } from '#web/lib/page-owner.ts'
import { draftOf, keepDraft, onDraftElsewhere } from './drafts.ts'
import { tellTyping } from './live.ts'
import type { Me } from './me.ts'
import type { Quote } from './outbox.ts'
import { useAttachments } from './use-attachments.ts'

/** The minimum interval between typing events. */
const typingEveryMs = 3_000

/** A message that wasn’t sent, to be written anew. */
export type TakenBack = {
  text: string
  replyTo: Quote | null
  files: readonly File[]
  /** Whether it had files that aren’t here anymore. */
  filesLost: boolean
}

/** The message being written: its words, quotation and files, and why it can’t be sent. */
export function useWriting(me: Me, conversationId: string, input: RefObject<HTMLTextAreaElement | null>) {
  const draft = useDraft(me, conversationId, input)
  const attaching = useAttachments(me, conversationId)
  const [quote, setQuote] = useState<Quote | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const addFiles = (chosen: readonly File[]) => {
    const all = attaching.add(chosen)
    setProblem(all ? null : `You can send up to ${messageLimits.attachments} files in a message.`)
  }
  const takeBack = ({ text, replyTo, files, filesLost }: TakenBack) => {
    draft.putBefore(text)
    setQuote(quote => quote ?? replyTo)
    addFiles(files)
    if (filesLost) setProblem('Add its files again.')
    input.current?.focus()
  }
  return { draft, attaching, quote, setQuote, problem, setProblem, addFiles, takeBack }
}

/**
 * The text in the field. It is stored until it is sent, for all tabs, and the other person gets a typing event
 * now and then.
 */
function useDraft(me: Me, conversationId: string, input: RefObject<HTMLTextAreaElement | null>) {
  const owner = ownerKey(me)
  const [text, setText] = useState(() => draftOf(owner, conversationId))
  const toldAt = useRef(0)
  useEffect(
    () =>
      onDraftElsewhere(owner, conversationId, () => {
        const writesHere = document.hasFocus() && document.activeElement === input.current
        if (!writesHere) setText(draftOf(owner, conversationId))
      }),
    [owner, conversationId, input],
  )
  const keep = (typed: string) => {
    setText(typed)
    keepDraft(owner, conversationId, typed)
  }
  return {
    text,
    write(typed: string) {
      keep(typed)
      const now = Date.now()
      if (!typed.trim() || now - toldAt.current < typingEveryMs) return
      toldAt.current = now
      void tellTyping(me, conversationId)
    },
    putBefore: (words: string) => keep([words, input.current?.value].filter(Boolean).join('\n')),
    clear() {
      keep('')
      toldAt.current = 0
    },
  }
}
