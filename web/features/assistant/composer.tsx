import { ArrowUp, Square, TextQuote, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type AnswerMode, dialogueLimits } from '#shared/api/dialogues.ts'
import { isEnterToSend } from '#web/lib/enter-to-send.ts'
import { cx } from '#web/ui/cx.ts'
import { FailureText } from '#web/ui/failure-text.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { inputClass } from '#web/ui/input.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import type { Quote } from './stream-answer.ts'

type Props = {
  open: boolean
  quote: Quote | null
  /** Whether that is of another document than the open one. */
  elsewhere: boolean
  onQuote: (quote: null) => void
  mode: AnswerMode | null
  onMode: (mode: AnswerMode | null) => void
  /** Whether a question is being sent or answered, its chat isn’t there yet, or today’s answers are used up. */
  busy: boolean
  /** Returns false once the question is refused. */
  onAsk: (text: string) => Promise<boolean>
  /** Stops the answer that this tab is getting, if it is. */
  onStop: (() => void) | null
}

// By default the assistant gives a hint first if the question is about an exercise.
const modes = [
  { value: 'auto', label: 'Auto' },
  { value: 'explain', label: 'Explain' },
  { value: 'hint', label: 'Hint first' },
] as const

/** The field for questions: Enter sends, Shift+Enter starts a new line. */
export function Composer({ open, quote, elsewhere, onQuote, mode, onMode, busy, onAsk, onStop }: Props) {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const tooLong = [...text.trim()].length > dialogueLimits.question
  const something = text.trim() !== '' || quote !== null
  const ready = something && !tooLong && !busy

  // On a phone, the focus would open the keyboard over the document. What was quoted is to be asked about at once.
  useEffect(() => {
    if (open && (quote || matchMedia('(pointer: fine)').matches))
      field.current?.focus({ preventScroll: true })
  }, [open, quote])

  const send = async (event?: FormEvent) => {
    event?.preventDefault()
    if (!ready) return
    const asked = text
    setText('')
    const taken = await onAsk(asked.trim())
    if (!taken) setText(now => now || asked)
  }
  const press = (event: KeyboardEvent) => {
    if (!isEnterToSend(event)) return
    event.preventDefault()
    void send()
  }

  return (
    <form onSubmit={send} className="border-t border-line px-4 pt-3">
      {quote && <QuoteChip quote={quote} elsewhere={elsewhere} onRemove={() => onQuote(null)} />}
      <div className="relative">
        <textarea
          ref={field}
          dir="auto"
          aria-label="Ask about this document"
          aria-describedby={tooLong ? 'question-too-long' : undefined}
          aria-invalid={tooLong || undefined}
          placeholder={quote ? 'Ask about the quoted text' : 'Ask about this document'}
          enterKeyHint="send"
          rows={1}
          value={text}
          onChange={event => setText(event.target.value)}
          onKeyDown={press}
          className={cx(inputClass, 'block field-sizing-content max-h-40 min-h-12 resize-none py-3 pr-13')}
        />
        {onStop ? (
          <IconButton
            label="Stop"
            onClick={onStop}
            className={cx(sendClass, 'bg-ink text-paper hover:bg-ink-soft hover:text-paper')}
          >
            <Square className="size-4 fill-current" />
          </IconButton>
        ) : (
          <IconButton
            label="Send"
            type="submit"
            aria-disabled={!ready}
            className={cx(
              sendClass,
              'bg-accent text-on-accent hover:bg-accent-strong hover:text-on-accent aria-disabled:bg-sunken aria-disabled:text-ink-faint',
            )}
          >
            <ArrowUp className="size-5" />
          </IconButton>
        )}
      </div>
      {tooLong && (
        <FailureText id="question-too-long" small className="mt-1.5">
          A question can have up to {dialogueLimits.question.toLocaleString('en')} characters.
        </FailureText>
      )}
      <div className="mt-2">
        <Segmented
          label="How to answer"
          value={mode ?? 'auto'}
          onChange={next => onMode(next === 'auto' ? null : next)}
          options={modes}
        />
      </div>
    </form>
  )
}

const sendClass = 'absolute right-1.5 bottom-1.5 size-9 coarse:right-0.5 coarse:bottom-0.5'

function QuoteChip({
  quote: { text, page, title },
  elsewhere,
  onRemove,
}: {
  quote: Quote
  elsewhere: boolean
  onRemove: () => void
}) {
  const place = [page !== null && `Page ${page}`, elsewhere && title].filter(Boolean).join(' of ')
  return (
    <div className="mb-2 flex items-start gap-2 rounded-10 bg-lamp-wash py-1.5 pr-1 pl-3 text-14 text-lamp-ink">
      <TextQuote aria-hidden="true" className="mt-1 size-4 shrink-0" />
      <div className="min-w-0 flex-1 py-0.5">
        <p className="line-clamp-2 wrap-anywhere" title={text} dir="auto">
          {text}
        </p>
        {place && <p className="text-12 wrap-anywhere">{place}</p>}
      </div>
      <IconButton
        label="Remove the quoted text"
        onClick={onRemove}
        className="size-7 text-lamp-ink hover:bg-transparent hover:text-ink"
      >
        <X className="size-4" />
      </IconButton>
    </div>
  )
}
