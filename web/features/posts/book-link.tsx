import { Link } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import type { PostCard } from '#shared/api/posts.ts'
import { firstNameOf } from '#web/features/people/person-facts.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

/** Whether a post's author can be booked: not oneself, and nobody without a rate. */
export function isBookable(post: Pick<PostCard, 'is_owner' | 'hourly_rate'>): boolean {
  return !post.is_owner && post.hourly_rate !== null
}

/** Opens the booking drawer for a post's author. `text` on a card, which has several actions. */
export function BookLink({
  post,
  look,
}: {
  post: Pick<PostCard, 'id' | 'name' | 'is_owner' | 'hourly_rate'>
  look: 'button' | 'text'
}) {
  if (!isBookable(post)) return null
  return (
    <Link
      to="/ignite/$postId"
      params={{ postId: post.id }}
      search={{ book: 'time' }}
      resetScroll={false}
      data-print="hidden"
      className={
        look === 'button'
          ? cx(
              buttonClass({ size: 'lg' }),
              'col-span-full max-w-full min-w-0 @[28rem]:justify-self-start @[36rem]:col-span-1',
            )
          : // Above the title's link, which covers the card.
            'relative inline-flex min-h-6 max-w-full min-w-0 items-center gap-1.5 self-start rounded-6 text-14 font-medium text-accent hover:underline touch-target'
      }
    >
      <CalendarPlus aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate">
        Book Session with <bdi>{firstNameOf(post.name)}</bdi>
      </span>
    </Link>
  )
}
