import { Link } from '@tanstack/react-router'
import { MessageSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Booking } from '#shared/api/bookings.ts'
import { cardTitle, joinButton, messageChip, wholeTitle } from '#shared/domain/booking-card.ts'
import { MessageIconButton } from '#web/features/chat/message-button.tsx'
import { PersonLink } from '#web/features/people/person-link.tsx'
import { leafOf, shortDayText, timesText, timeText } from '#web/lib/zoned-time.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { DayLeaf } from '#web/ui/day-leaf.tsx'
import { canReport, cardFacts, opensAt, otherOf } from './booking-facts.ts'
import { bookingInCalendar, CalendarMenu } from './calendar-menu.tsx'
import { checkoutAddress } from './checkout-address.ts'
import { disputeWords } from './dispute-words.ts'
import { dollarsText } from './dollars-text.ts'
import { endingText } from './ending-text.ts'
import { GiveUpButton } from './give-up-button.tsx'
import { JoinButton } from './join-button.tsx'
import { problemLine } from './problem-words.ts'
import { StateBadge } from './state-badge.tsx'
import { whenForOther } from './when.ts'

/** What a card opens over the page. */
export type CardDialog = 'message' | 'request' | 'cancel' | 'problem'

type CardProps = {
  booking: Booking
  now: Temporal.Instant
  zone: string
  onOpen: (dialog: CardDialog, booking: Booking) => void
}

/** A booking among the person's meetings, as student or as tutor. */
export function BookingCard(props: CardProps) {
  const { booking, now, zone, onOpen } = props
  const join = joinButton(cardFacts(booking), now, zone, booking.role)
  const dimmed = join?.dimmed ?? false
  const lines = linesOf(booking, now, zone, join)
  return (
    <article
      id={cardId(booking.id)}
      // The focus goes here when the button that had it goes.
      tabIndex={-1}
      aria-labelledby={`${cardId(booking.id)}-title`}
      className={cx(
        '@container flex min-w-0 flex-col rounded-10 border border-line transition-[border-color,box-shadow]',
        dimmed ? 'bg-sunken' : 'bg-sheet hover:border-line-strong hover:shadow-raised',
      )}
    >
      <div className="flex gap-3.5 p-4 pb-3">
        <DayLeaf {...leafOf(booking.starts_on, zone)} live={join?.disabled === false} />
        <div className="min-w-0 flex-1">
          <div className={titleRow}>
            <Title booking={booking} dimmed={dimmed} />
            <StateBadge booking={booking} now={now} zone={zone} />
          </div>
          <When booking={booking} zone={zone} />
        </div>
      </div>
      <div className="flex flex-1 flex-wrap content-start items-center gap-2 px-4 pb-4">
        <span className="flex max-w-full min-w-0 items-center gap-1">
          <PersonChip booking={booking} />
          <MessageIconButton person={otherOf(booking)} />
        </span>
        {!booking.is_session && <MessageChip booking={booking} onOpen={() => onOpen('message', booking)} />}
        {booking.booking_remarks && <Remarks text={booking.booking_remarks} />}
        {lines.map(line => (
          <p key={line} className="w-full text-14 text-ink-soft">
            {line}
          </p>
        ))}
      </div>
      <Footer {...props} join={join} />
    </article>
  )
}

/** The title and the state; where the state would leave no room for a word of the title, it stands below. */
const titleRow = 'flex flex-wrap items-start gap-x-2 gap-y-1'

/** The id of a booking's card in the page. */
export function cardId(bookingId: string): string {
  return `booking-${bookingId}`
}

function Title({ booking, dimmed }: { booking: Booking; dimmed: boolean }) {
  const [whole, cut] = [wholeTitle(booking.topic), cardTitle(booking.topic)]
  const title =
    whole === cut ? (
      whole
    ) : (
      <>
        <span className="block truncate @min-[18rem]:hidden">{cut}</span>
        <span className="line-clamp-2 @max-[18rem]:hidden">{whole}</span>
      </>
    )
  return (
    <h3
      id={`${cardId(booking.id)}-title`}
      title={booking.topic}
      dir="auto"
      className={cx('max-w-full flex-1 basis-24 text-18 wrap-break-word', dimmed && 'text-ink-soft')}
    >
      {booking.post_id ? (
        <Link
          to="/ignite/$postId"
          params={{ postId: booking.post_id }}
          className="hover:underline hover:decoration-1 hover:underline-offset-3"
        >
          {title}
        </Link>
      ) : booking.session_id ? (
        <Link
          to="/sessions/$id"
          params={{ id: booking.session_id }}
          className="hover:underline hover:decoration-1 hover:underline-offset-3"
        >
          {title}
        </Link>
      ) : (
        title
      )}
    </h3>
  )
}

function When({ booking, zone }: { booking: Booking; zone: string }) {
  const forOther = whenForOther(booking, zone)
  return (
    <p className="text-14 text-ink-soft" title={forOther ?? undefined}>
      <time dateTime={booking.starts_on}>
        <span className="block">{shortDayText(booking.starts_on, zone)}</span>
        <span className="figures text-ink">{timesText(booking.starts_on, booking.ends_on, zone)}</span>
      </time>
      {forOther && <span className="sr-only"> ({forOther})</span>}
    </p>
  )
}

const chipClass =
  'inline-flex h-8 max-w-full min-w-0 items-center gap-2 rounded-full border border-line pr-3 text-14 transition-colors hover:border-line-strong hover:bg-sunken touch-target'

function PersonChip({ booking }: { booking: Booking }) {
  const { name, username, image } = otherOf(booking)
  return (
    <PersonLink username={username} className={cx(chipClass, 'pl-1 tiny:pl-3')}>
      <Avatar name={name} image={image} className="size-6! tiny:hidden" />
      <span className="truncate">
        {booking.role === 'tutor' && 'By: '}
        <bdi>{name}</bdi> <span className="text-ink-faint">@{username}</span>
      </span>
    </PersonLink>
  )
}

function MessageChip({ booking, onOpen }: { booking: Booking; onOpen: () => void }) {
  const text = messageChip(booking.message)
  if (!booking.message?.trim()) {
    return <Chip className="h-8! rounded-full! px-3! text-14!">{text}</Chip>
  }
  return (
    <button type="button" aria-haspopup="dialog" onClick={onOpen} className={cx(chipClass, 'pl-2.5')}>
      <MessageSquare aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      <span className="sr-only">Message: </span>
      <span className="truncate" dir="auto">
        {text}
      </span>
    </button>
  )
}

function Remarks({ text }: { text: string }) {
  return (
    <p
      dir="auto"
      title={text}
      className="line-clamp-2 w-full border-l-2 border-line-strong pl-3 text-14 text-ink-soft"
    >
      {text}
    </p>
  )
}

/** Further information: the money, when the room opens, how it ended. */
function linesOf(booking: Booking, now: Temporal.Instant, zone: string, join: JoinState): string[] {
  const { role, amount, held_until } = booking
  return [
    role === 'tutor' && `Amount: ${dollarsText(amount)}`,
    held_until &&
      (isOver(held_until, now) ? 'Your hold expired.' : `Held until ${timeText(held_until, zone)}`),
    join?.disabled && !join.dimmed && opensAt(booking, zone),
    endingText(booking),
    problemLine(booking),
    booking.dispute?.state === 'open' && `${disputeWords(booking, zone)?.title}.`,
  ].filter(line => typeof line === 'string')
}

type JoinState = ReturnType<typeof joinButton>

/** Leads to the Checkout of a hold, or to the booking's page, which makes one if there is none yet. */
function PayLink({ booking }: { booking: Booking }) {
  const address = checkoutAddress(booking.checkout_url, location.origin)
  const className = buttonClass({ variant: 'primary', size: 'sm' })
  const text = (
    <>
      Pay now <span className="font-normal">{dollarsText(booking.total)}</span>
    </>
  )
  return address ? (
    <a href={address} className={className}>
      {text}
    </a>
  ) : (
    <Link to="/booking/$id" params={{ id: booking.id }} className={className}>
      {text}
    </Link>
  )
}

function Footer({ booking, now, onOpen, join }: CardProps & { join: JoinState }) {
  const { status, role } = booking
  const tutor = role === 'tutor'
  const approved = (status === 'approved' || status === 'active') && !join?.dimmed
  const held = booking.held_until !== null && !isOver(booking.held_until, now)
  // A tutor declines a request instead of canceling it.
  const cancellable =
    booking.cancel_refund !== null && !isOver(booking.starts_on, now) && !(tutor && status === 'requested')
  const aside: ReactNode[] = [
    approved && <CalendarMenu key="calendar" {...bookingInCalendar(booking)} />,
    cancellable && (
      <Button key="cancel" variant="quiet" size="sm" onClick={() => onOpen('cancel', booking)}>
        Cancel
      </Button>
    ),
    held && <GiveUpButton key="release" booking={booking} />,
    !held && (
      <Link
        key="details"
        to="/booking/$id"
        params={{ id: booking.id }}
        className={buttonClass({ variant: 'quiet', size: 'sm' })}
      >
        Details
      </Link>
    ),
  ].filter(Boolean)
  const main: ReactNode[] = [
    tutor && status === 'requested' && (
      <Button key="application" variant="primary" size="sm" onClick={() => onOpen('request', booking)}>
        View Application
      </Button>
    ),
    held && <PayLink key="pay" booking={booking} />,
    canReport(booking, now) && (
      <Button key="problem" size="sm" aria-haspopup="dialog" onClick={() => onOpen('problem', booking)}>
        Report a problem
      </Button>
    ),
    join && <JoinButton key="join" booking={booking} join={join} />,
  ].filter(Boolean)
  return (
    <footer className="flex min-h-13 flex-wrap items-center justify-between gap-2 border-t border-line py-2 pr-4 pl-2">
      <div className="flex flex-wrap items-center gap-1">{aside}</div>
      {main}
    </footer>
  )
}

function isOver(iso: string, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(now, Temporal.Instant.from(iso)) >= 0
}
