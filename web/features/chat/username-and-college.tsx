import type { ChatPerson } from '#shared/api/chat.ts'

/** The line below a person's name. */
export function UsernameAndCollege({ person: { username, college } }: { person: ChatPerson }) {
  return (
    <span className="block truncate text-12 text-ink-faint">
      @{username}
      {college && (
        <>
          {' · '}
          <bdi>{college}</bdi>
        </>
      )}
    </span>
  )
}
