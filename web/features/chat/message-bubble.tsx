import { Copy, Ellipsis, Flag, type LucideIcon, Reply, Trash2 } from 'lucide-react'
import type { Message } from '#shared/api/messages.ts'
import { timeText } from '#web/lib/zoned-time.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { AttachmentView } from './attachment-view.tsx'
import type { Me } from './me.ts'
import { MessageText } from './message-text.tsx'
import type { Quote } from './outbox.ts'

export function bubbleClass(mine: boolean): string {
  return cx(
    'w-fit max-w-full min-w-0 rounded-16 px-3.5 py-2 tiny:px-2',
    mine
      ? 'rounded-br-6 bg-accent text-on-accent forced-colors:border'
      : 'rounded-bl-6 border border-line bg-sheet',
  )
}

/** One message, with its actions beside it. */
export function MessageBubble({
  me,
  message,
  name,
  zone,
  found,
  onReply,
  onDelete,
  onReport,
  onJump,
}: {
  me: Me
  message: Message
  /** Sent by the other person. */
  name: string
  zone: string
  /** Whether it is the one that was searched for. */
  found: boolean
  onReply: (() => void) | null
  onDelete: () => void
  onReport: () => void
  onJump: (seq: number) => void
}) {
  const { mine, text, attachments, reply_to, deleted, sent_at } = message
  return (
    <div
      className={cx('group flex min-w-0 items-center gap-1', mine && 'flex-row-reverse')}
      title={timeText(sent_at, zone)}
    >
      <div className={cx('flex max-w-[85%] tiny:max-w-full min-w-0 flex-col gap-1', mine && 'items-end')}>
        <span className="sr-only">{mine ? 'You' : name}: </span>
        {deleted ? (
          <p className="rounded-16 border border-dashed border-line px-3.5 py-2 text-14 text-ink-faint">
            This message was deleted.
          </p>
        ) : (
          <>
            {(text || reply_to) && (
              <div
                className={cx(bubbleClass(mine), found && 'outline-2 outline-offset-2 outline-lamp')}
                data-found={found || undefined}
              >
                {reply_to && <QuoteLink quote={reply_to} mine={mine} name={name} onJump={onJump} />}
                {text && <MessageText text={text} />}
              </div>
            )}
            {attachments.map(attachment => (
              <AttachmentView key={attachment.id} me={me} attachment={attachment} />
            ))}
          </>
        )}
      </div>
      {!deleted && (
        <span className="flex shrink-0 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 has-aria-expanded:opacity-100 coarse:opacity-100">
          {onReply && (
            <IconButton label="Reply" className="size-8! coarse:hidden tiny:hidden" onClick={onReply}>
              <Reply aria-hidden="true" className="size-4" />
            </IconButton>
          )}
          <Menu
            align={mine ? 'end' : 'start'}
            entries={[
              ...(onReply ? [{ label: 'Reply', icon: icon(Reply), onSelect: onReply }] : []),
              ...(text ? [{ label: 'Copy text', icon: icon(Copy), onSelect: () => void copy(text) }] : []),
              mine
                ? { label: 'Delete…', icon: icon(Trash2), danger: true, onSelect: onDelete }
                : { label: 'Report…', icon: icon(Flag), onSelect: onReport },
            ]}
            trigger={props => (
              <IconButton
                {...props}
                label="More about this message"
                data-tip="More"
                className="size-8! coarse:size-11!"
              >
                <Ellipsis aria-hidden="true" className="size-4" />
              </IconButton>
            )}
          />
        </span>
      )}
    </div>
  )
}

function icon(Icon: LucideIcon) {
  return <Icon aria-hidden="true" className="size-4" />
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success('Copied.')
  } catch {
    toast.error('Your browser didn’t let us copy it. Select the text instead.')
  }
}

function QuoteLink({
  quote,
  mine,
  name,
  onJump,
}: {
  quote: Quote
  mine: boolean
  name: string
  onJump: (seq: number) => void
}) {
  return (
    <button
      type="button"
      onClick={() => onJump(quote.seq)}
      className={cx(
        'mb-1.5 block touch-target max-w-full content-center border-l-2 pl-2.5 text-left text-12 hover:underline',
        mine ? 'border-on-accent' : 'border-accent text-ink-soft',
      )}
    >
      <QuoteText quote={quote} name={name} />
    </button>
  )
}

/** The quoted message and its writer. */
export function QuoteText({ quote, name }: { quote: Quote; name: string }) {
  return (
    <>
      <bdi className="block truncate font-medium">{quote.mine ? 'You' : name}</bdi>
      <span className="line-clamp-2 wrap-anywhere" dir="auto">
        {quote.deleted ? 'This message was deleted.' : quote.text || 'A file'}
      </span>
    </>
  )
}
