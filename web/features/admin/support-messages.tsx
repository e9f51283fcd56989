import { Link } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import type { SupportMessage } from '#shared/api/admin.ts'
import { type SupportCategory, supportCategories } from '#shared/api/support.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { PagedList } from './paged-list.tsx'
import { supportQuery } from './queries.ts'

/** People's messages to support, newest first; operators answer by mail. */
export function SupportMessages() {
  return (
    <PagedList
      label="The messages"
      query={supportQuery}
      rowsOf={page => page.messages}
      empty={
        <EmptyState picture={<Lamp lit={false} className="h-28" />} title="No messages yet">
          Messages sent through Contact Support show up here.
        </EmptyState>
      }
    >
      {messages => (
        <div className="flex flex-col gap-4">
          {messages.map(message => (
            <Message key={message.id} message={message} />
          ))}
        </div>
      )}
    </PagedList>
  )
}

function Message({ message }: { message: SupportMessage }) {
  const { id, name, email, stranger, username, email_confirmed, category, date } = message
  return (
    <article aria-labelledby={`message-${id}`} className="rounded-10 border border-line bg-sheet p-4 sm:p-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 id={`message-${id}`} className="font-sans text-16 font-semibold tracking-normal wrap-anywhere">
          <bdi>{name}</bdi>
        </h2>
        <Chip>{supportCategories[category as SupportCategory] ?? category}</Chip>
        {stranger && <Chip tone="caution">Not signed in</Chip>}
        <p className="text-12 text-ink-faint sm:ml-auto">
          <RelativeTime date={date} />
        </p>
      </header>
      <p className="text-14 wrap-anywhere text-ink-faint">
        {username !== null && `@${username} · `}
        {email}
        {stranger && ' (the name and address could be anyone’s)'}
        {username !== null && !email_confirmed && ' (not confirmed)'}
      </p>
      <p className="mt-3 max-w-prose text-14 whitespace-pre-line wrap-anywhere" dir="auto">
        {message.message}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <a
          href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent('Your message to Ignite')}`}
          className={buttonClass({ size: 'sm' })}
        >
          <Mail aria-hidden="true" className="size-4" />
          Reply by email
        </a>
        <Link
          to="/admin"
          search={{ tab: 'people', text: username ?? email }}
          className={buttonClass({ size: 'sm', variant: 'quiet' })}
        >
          Find account<span className="sr-only"> of {name}</span>
        </Link>
      </div>
    </article>
  )
}
