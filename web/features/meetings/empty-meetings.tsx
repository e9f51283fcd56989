import { Link, type LinkProps } from '@tanstack/react-router'
import { Lamp } from '#web/features/shell/lamp.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { MeetingListName } from './search.ts'

type Empty = { title: string; text: string; action: string; link: LinkProps }

const findTutor: Pick<Empty, 'action' | 'link'> = { action: 'Browse the notes', link: { to: '/explore' } }
const all: Pick<Empty, 'action' | 'link'> = { action: 'See all meetings', link: { to: '/meeting' } }

const words: Record<MeetingListName, Empty> = {
  all: {
    title: 'No meetings ahead',
    text: 'Find notes you like and book an hour with whoever wrote them. What you book, and who books you, appears here.',
    ...findTutor,
  },
  pending: {
    title: 'Nothing waits for an answer',
    text: 'Requests that you made or got stay here until they are accepted or declined.',
    ...all,
  },
  teaching: {
    title: 'Nobody has booked you yet',
    text: 'With a rate and weekly hours, people can book you on each of your posts.',
    action: 'Set your rate',
    link: { to: '/profile/settings', search: { tab: 'profile' } },
  },
  meetings: {
    title: 'Nothing to attend yet',
    text: 'Once a tutor accepts your request, the meeting is here, and is joined from here.',
    ...findTutor,
  },
  passed: {
    title: 'No meetings passed yet',
    text: 'What is over stays here: when it was, with whom, and what came back of the money.',
    action: 'See what is ahead',
    link: { to: '/meeting' },
  },
}

export function EmptyMeetings({ list }: { list: MeetingListName }) {
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
