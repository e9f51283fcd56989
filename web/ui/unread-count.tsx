import { unreadText } from '#web/lib/unread-text.ts'
/** The unread count on an icon. Hidden if it is zero. */
export function UnreadCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="absolute -top-1.5 -right-2 tiny:-right-0.5 min-w-4 rounded-full bg-accent px-1 text-center text-12 leading-4 font-semibold text-on-accent tabular-nums">
      {unreadText(count)}
      <span className="sr-only"> unread</span>
    </span>
  )
}
