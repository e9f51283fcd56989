import { Link, type LinkProps } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { MeetingListName } from './search.ts'

type Empty = { title: string; text: string; action: string; link: LinkProps }

const findTutor: Pick<Empty, 'action' | 'link'> = { action: 'Browse notes', link: { to: '/explore' } }
const all: Pick<Empty, 'action' | 'link'> = { action: 'See all meetings', link: { to: '/meeting' } }

const words: Record<MeetingListName, Empty> = {
  all: {
    title: 'No upcoming meetings',
    text: 'Find notes you like and book an hour with their author. Your meetings show up here.',
    ...findTutor,
  },
  pending: {
    title: 'No pending requests',
    text: 'Requests you send or receive show up here until someone answers.',
    ...all,
  },
  teaching: {
    title: 'Nobody has booked you yet',
    text: 'Set a rate and your weekly hours so students can book you from your posts.',
    action: 'Set your rate',
    link: { to: '/profile/settings', search: { tab: 'profile' } },
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

export function EmptyBookings({ list }: { list: MeetingListName }) {
  const { title, text, action, link } = words[list]
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
