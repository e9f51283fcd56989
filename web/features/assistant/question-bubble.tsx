import { TextQuote } from 'lucide-react'
import type { ShownMessage } from './queries.ts'

/** A person's question, with the text they selected for it. */
export function QuestionBubble({ message }: { message: ShownMessage }) {
  const { text, selectedText, selectedPage } = message
  return (
    <div className="ml-auto w-fit max-w-[88%] rounded-16 rounded-br-6 bg-accent-wash forced-colors:border px-3.5 py-2.5 text-ink">
      <h3 className="sr-only">You asked</h3>
      {selectedText !== null && (
        <blockquote className="mb-1 flex gap-2 text-14 text-ink-soft last:mb-0">
          <TextQuote aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <div className="min-w-0">
            <p className="line-clamp-4 wrap-anywhere" title={selectedText} dir="auto">
              {selectedText}
            </p>
            {selectedPage !== null && <p className="text-12">Page {selectedPage}</p>}
          </div>
        </blockquote>
      )}
      {text && (
        <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
          {text}
        </p>
      )}
      {!text && selectedText === null && (
        <p className="text-14 text-ink-soft">You quoted a document that has been deleted.</p>
      )}
    </div>
  )
}
