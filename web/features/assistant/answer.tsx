import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { Source } from '#shared/api/dialogues.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { CopyAnswer } from './copy-answer.tsx'
import { isUsedUp, quotaQuery, type ShownMessage } from './queries.ts'
import { SourceList } from './source-list.tsx'

// If the code can't be fetched, plain words are better than none.
const AnswerText = lazy(async () => ({
  default: await import('./answer-text.tsx').then(
    it => it.AnswerText,
    () => PlainText,
  ),
}))

type Props = { message: ShownMessage; onOpenSource: (source: Source) => void; onRetry: () => void }

/** The assistant's answer: in progress, complete, or partial. */
export function Answer({ message, onOpenSource, onRetry }: Props) {
  const { text, state, sources, mode, model, grounded } = message
  const ended = state !== 'answering'
  return (
    <div aria-busy={!ended} className="min-w-0">
      <h3 className="sr-only">Study Pal AI answered{mode === 'hint' ? ' with a hint' : ''}</h3>
      {text && (
        <Suspense fallback={<PlainText text={text} />}>
          <AnswerText text={text} sources={sources} onOpen={onOpenSource} />
        </Suspense>
      )}
      {!ended && (
        <p className="mt-2 flex items-center gap-2 text-14 text-ink-faint">
          <Spinner />
          {text ? 'Writing…' : 'Looking through the documents…'}
        </p>
      )}
      {(state === 'stopped' || state === 'failed') && <Ending message={message} onRetry={onRetry} />}
      {state === 'done' && model !== null && !grounded && (
        <p className="mt-2 text-12 text-ink-faint">
          This answer cites none of your documents. Check it before you rely on it.
        </p>
      )}
      <SourceList sources={sources} onOpen={onOpenSource} />
      {ended && text && <CopyAnswer text={text} />}
    </div>
  )
}

function PlainText({ text }: { text: string }) {
  return <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
}

/** Why it is partial, and a button to retry. */
function Ending({ message, onRetry }: { message: ShownMessage; onRetry: () => void }) {
  const { failure, state, text } = message
  const { data: quota } = useQuery(quotaQuery)
  const stopped = state === 'stopped' && !failure
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-10 bg-sunken px-3 py-2 text-14">
      <p role={failure ? 'alert' : undefined} className="min-w-0 flex-1 basis-40">
        {stopped ? 'The answer was stopped.' : (failure?.title ?? 'Something went wrong. Try again.')}
        {failure?.detail && <span className="block text-12 text-ink-faint">{failure.detail}</span>}
        {!stopped && text && (
          <span className="block text-12 text-ink-faint">We kept the part that was already written.</span>
        )}
      </p>
      {!(quota && isUsedUp(quota)) && (
        <Button size="sm" onClick={onRetry}>
          <RotateCcw aria-hidden="true" className="size-4" />
          Retry
        </Button>
      )}
    </div>
  )
}
