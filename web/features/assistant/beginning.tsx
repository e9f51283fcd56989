import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import type { PostCard } from '#shared/api/posts.ts'
import { Button } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useDeletions } from './deletions.ts'
import { dialoguesQuery, documentQuery } from './queries.ts'
import { hasNoText } from './reading-text.ts'

type Props = {
  post: PostCard
  /** The open dialogue, if it exists already. */
  dialogueId: string | null
  /** Whether the question is about text of the document. */
  quoted: boolean
  /** Whether a question is being sent, or today’s answers are used up. */
  busy: boolean
  onAsk: (text: string) => Promise<boolean>
  onDialogue: (id: string) => void
  onList: () => void
}

const aboutDocument = [
  'What are the main ideas in this document?',
  'Which definitions should I know?',
  'Explain the hardest part step by step.',
  'Ask me three questions to check what I know.',
]
const aboutQuote = ['Explain this in simple words.', 'Give me an example of this.', 'Why is this true?']

const shownBefore = 3

/** A dialogue before its first question: suggestions, and earlier dialogues. */
export function Beginning({ post, dialogueId, quoted, busy, onAsk, onDialogue, onList }: Props) {
  const deleted = useDeletions()
  const { data } = useInfiniteQuery(dialoguesQuery(post.id))
  const { data: document } = useQuery(documentQuery(post.id))
  const unread = !quoted && document !== undefined && hasNoText(document)
  const before = (data?.pages ?? [])
    .flatMap(page => page.sessions)
    .filter(({ session_id }) => session_id !== dialogueId && !deleted.has(session_id))
  return (
    <section
      aria-label="Begin"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys (WCAG 2.1.1)
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto overscroll-contain px-4 py-6 -outline-offset-2 *:shrink-0"
    >
      <div className="mt-auto">
        <h3 className="text-18">
          {quoted
            ? 'Ask about the text you selected'
            : unread
              ? 'Ask about the course'
              : 'Ask about these notes'}
        </h3>
        <p className="mt-1 text-14 text-ink-soft">
          Answers come from{' '}
          {unread ? 'documents in this course' : 'this document first, then others in the course'} and name
          the page. They can be wrong, so check the pages they cite.
        </p>
        {!unread && (
          <ul aria-label="Suggestions" className="mt-4 flex flex-col gap-2">
            {(quoted ? aboutQuote : aboutDocument).map(text => (
              <li key={text}>
                <button
                  type="button"
                  aria-disabled={busy}
                  onClick={() => void onAsk(text)}
                  className="w-full rounded-10 border border-line bg-sheet px-3 py-2 text-left text-14 transition-colors hover:border-line-strong hover:bg-sunken touch-target"
                >
                  {text}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {before.length > 0 && (
        <div>
          <h3 className="text-14 font-medium text-ink-soft">Continue</h3>
          <ul className="mt-1 -mx-2">
            {before.slice(0, shownBefore).map(dialogue => (
              <li key={dialogue.session_id}>
                <button
                  type="button"
                  onClick={() => onDialogue(dialogue.session_id)}
                  className="flex w-full items-center gap-2 rounded-6 px-2 py-1.5 text-left text-14 hover:bg-sunken touch-target"
                >
                  <MessageSquare aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
                  <span className="min-w-0 flex-1 truncate" dir="auto">
                    {dialogue.session_name}
                  </span>
                  <RelativeTime date={dialogue.updated_at} className="shrink-0 text-12 text-ink-faint" />
                </button>
              </li>
            ))}
          </ul>
          {before.length > shownBefore && (
            <Button size="sm" variant="quiet" onClick={onList} className="-ml-3">
              All chats
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
