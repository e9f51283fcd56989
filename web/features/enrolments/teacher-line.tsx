import type { Session } from '#shared/api/sessions.ts'
import { PersonLink } from '#web/features/people/person-link.tsx'
import { PersonName } from '#web/features/people/person-name.tsx'
import { Avatar } from '#web/ui/avatar.tsx'

/** The teacher of a session: picture, name, designation and college. */
export function TeacherLine({ teacher }: { teacher: Session['admin_profile'] }) {
  const { name, username, profile_image, designation, college } = teacher
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={name} image={profile_image} className="size-9! text-14" />
      <div className="min-w-0">
        <p className="text-14 font-medium">
          <PersonLink username={username} className="hover:underline">
            <PersonName name={name} />
          </PersonLink>
        </p>
        <p className="truncate text-12 text-ink-faint" dir="auto">
          {[designation, college].filter(Boolean).join(' · ') || `@${username}`}
        </p>
      </div>
    </div>
  )
}
