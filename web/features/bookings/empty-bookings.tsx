import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { MeetingListName } from './search.ts'

type Empty = { title: string; text: string; action: string; link: LinkProps }

const findTutor: Pick<Empty, 'action' | 'link'> = { action: 'Find a tutor', link: { to: '/tutors' } }
const all: Pick<Empty, 'action' | 'link'> = { action: 'See all meetings', link: { to: '/meeting' } }

const words: Record<MeetingListName, Empty> = {
  all: {
    title: 'No upcoming meetings',
    text: 'Book a tutor, or the author of notes you like. Your meetings show up here.',
    ...findTutor,
  },
  pending: {
    title: 'No pending requests',
    text: 'Requests you send or receive show up here until someone answers.',
    ...all,
  },
  teaching: {
    title: 'Nothing to teach right now',
    text: 'Your meetings with students and the sessions you teach show up here.',
    action: 'Edit your hours',
    link: { to: '/profile/settings', search: { tab: 'schedule' } },
  },
  meetings: {
    title: 'No meetings to attend yet',
    text: 'Once a tutor accepts your request, you can join the meeting here.',
    ...findTutor,
  },
  passed: {
    title: 'No past meetings yet',
    text: 'Your past meetings show up here, with the date, the person and any refund.',
    action: 'See upcoming meetings',
    link: { to: '/meeting' },
  },
}

/** In the place of `teaching` for someone whom students can't book. */
const withoutRate: Empty = {
  title: words.teaching.title,
  text: 'Set a rate and your weekly hours so students can book you from your posts.',
  action: 'Set your rate',
  link: { to: '/profile/settings', search: { tab: 'profile' } },
}

export function EmptyBookings({ list }: { list: MeetingListName }) {
  const { data: profile } = useQuery(ownProfileQuery)
  const unrated = list === 'teaching' && profile?.hourly_rate === null
  const { title, text, action, link } = unrated ? withoutRate : words[list]
  return (
    <EmptyState
      picture={<Lamp lit={list !== 'passed'} className="h-28" />}
      title={title}
      action={
        <Link {...link} className={buttonClass({ variant: 'primary' })}>
          {action}
        </Link>
      }
    >
      {text}
    </EmptyState>
  )
}
