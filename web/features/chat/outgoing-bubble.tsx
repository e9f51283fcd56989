import { Clock, Paperclip } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { FailureText } from '#web/ui/failure-text.tsx'
import { bubbleClass, QuoteText } from './message-bubble.tsx'
import { MessageText } from './message-text.tsx'
import type { Outgoing } from './outbox.ts'

/** A message that hasn't arrived: waiting, or refused, with the reason and the possible actions. */
export function OutgoingBubble({
  outgoing,
  name,
  waitingFor,
  onRetry,
  onEdit,
  onDelete,
}: {
  outgoing: Pick<Outgoing, 'text' | 'replyTo' | 'refusal'> & {
    attachments: readonly { id: string; name: string }[]
  }
  name: string
  /** Why nothing is sent for now; null if it is. */
  waitingFor: string | null
  /** Null if it can’t help. */
  onRetry: (() => void) | null
  /** Null where nothing can be written. */
  onEdit: (() => void) | null
  onDelete: () => void
}) {
  const { text, replyTo, attachments, refusal } = outgoing
  return (
    <div className="flex min-w-0 flex-col items-end gap-1">
      <div className={`${bubbleClass(true)} max-w-[85%]! tiny:max-w-full! opacity-75`}>
        <span className="sr-only">You: </span>
        {replyTo && (
          <p className="mb-1.5 border-l-2 border-on-accent pl-2.5 text-12">
            <QuoteText quote={replyTo} name={name} />
          </p>
        )}
        {text && <MessageText text={text} />}
        {attachments.map(({ id, name }) => (
          <p key={id} className="flex items-center gap-1.5 text-14">
            <Paperclip aria-hidden="true" className="size-4 shrink-0" />
            <bdi className="truncate">{name}</bdi>
          </p>
        ))}
      </div>
      {refusal === null ? (
        <div className="flex items-center gap-1">
          <p className="flex items-center gap-1 text-12 text-ink-faint">
            <Clock aria-hidden="true" className="size-3" />
            {waitingFor ?? 'Sending…'}
          </p>
          {waitingFor !== null && (
            <Button size="sm" variant="quiet" onClick={onDelete}>
              Delete
            </Button>
          )}
        </div>
      ) : (
        <div className="flex flex-col items-end gap-1 text-right">
          <FailureText small>Not sent. {refusal}</FailureText>
          <div className="flex gap-1">
            {onRetry && (
              <Button size="sm" onClick={onRetry}>
                Retry
              </Button>
            )}
            {onEdit && (
              <Button size="sm" variant="quiet" onClick={onEdit}>
                Edit
              </Button>
            )}
            <Button size="sm" variant="quiet" onClick={onDelete}>
              Delete
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
