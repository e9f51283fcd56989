import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Source } from '#shared/api/dialogues.ts'
import { shownText } from '#shared/domain/citation-mark.ts'
import { Button } from '#web/ui/button.tsx'
import { Answer } from './answer.tsx'
import type { ShownMessage } from './queries.ts'
import { QuestionBubble } from './question-bubble.tsx'

type Props = {
  messages: readonly ShownMessage[]
  /** Loads older ones, if there are any. */
  older: (() => void) | null
  loadingOlder: boolean
  onOpenSource: (source: Source) => void
  onRetry: (answer: ShownMessage) => void
}

/** Its last layout: first and last question, and height. */
type Before = { first: string | undefined; last: string | undefined; height: number }

// This close to the end, the person follows the new text.
const following = 80
const beforeQuestion = 20

/**
 * The messages, newest at the end. The view follows an answer that grows until its question is at the top, as people read from
 * there, and not if they scrolled up.
 */
export function MessageList({ messages, older, loadingOlder, onOpenSource, onRetry }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const before = useRef<Before>({ first: undefined, last: undefined, height: 0 })
  const last = messages.at(-1)

  useLayoutEffect(() => {
    const element = scroller.current!
    const [first, asked] = [messages[0]?.client_id, messages.at(-1)?.client_id]
    // A person who asks wants to see the answer.
    if (asked !== before.current.last) atEnd.current = true
    // Content added above pushes the visible text down by its height.
    if (before.current.first && first !== before.current.first && !atEnd.current) {
      element.scrollTop += element.scrollHeight - before.current.height
    } else if (atEnd.current) {
      follow(element)
    }
    before.current = { first, last: asked, height: element.scrollHeight }
  }, [messages])

  // A quotation in the composer takes room, and formulas and code load late.
  useEffect(() => {
    const element = scroller.current!
    const observer = new ResizeObserver(() => {
      if (atEnd.current) follow(element)
    })
    for (const part of [element, ...element.children]) observer.observe(part)
    return () => observer.disconnect()
  }, [])

  return (
    <section
      ref={scroller}
      aria-label="Messages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys (WCAG 2.1.1)
      tabIndex={0}
      onScroll={({ currentTarget }) => {
        atEnd.current = endOf(currentTarget) - currentTarget.scrollTop < following
      }}
      className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-5 -outline-offset-2"
    >
      {older && (
        <div className="mb-5 text-center">
          <Button size="sm" variant="quiet" pending={loadingOlder} onClick={older}>
            Earlier messages
          </Button>
        </div>
      )}
      <ol className="flex flex-col gap-6">
        {messages.map(message => (
          <li
            key={`${message.client_id} ${message.role}`}
            data-question={message.role === 'user' ? '' : undefined}
          >
            {message.role === 'user' ? (
              <QuestionBubble message={message} />
            ) : (
              <Answer message={message} onOpenSource={onOpenSource} onRetry={() => onRetry(message)} />
            )}
          </li>
        ))}
      </ol>
      {/* Announced when it begins and when it is complete: nobody can follow an answer read out word by
         word. */}
      <p role="status" className="sr-only">
        {last?.role === 'assistant' && spoken(last)}
      </p>
    </section>
  )
}

/** Where the view ends: at the last question, if it and its answer are longer than the view. */
function endOf(element: HTMLElement): number {
  const question = [...element.querySelectorAll<HTMLElement>('[data-question]')].at(-1)
  const top = question ? question.offsetTop - beforeQuestion : Number.POSITIVE_INFINITY
  return Math.min(element.scrollHeight - element.clientHeight, top)
}

/** Never back: the person may have scrolled on to read. */
function follow(element: HTMLElement): void {
  element.scrollTop = Math.max(element.scrollTop, endOf(element))
}

function spoken({ state, text, failure }: ShownMessage): string {
  if (state === 'answering') return 'Study Pal AI is answering'
  // Markdown syntax isn't for listening.
  if (state === 'done') return `Study Pal AI: ${shownText(text).replace(/[*_`#>|\\$]/g, '')}`
  return failure?.title ?? 'The answer was stopped.'
}
