import { useMutation, useQueryClient } from '@tanstack/react-query'
import { blocks } from '#shared/api/blocks.ts'
import type { PersonCard } from '#shared/api/people.ts'
import { call } from '#web/lib/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { forgetPeople } from './queries.ts'

/** Asks before blocking a person, and says what that does. */
export function BlockDialog({
  person,
  open,
  onClose,
  onBlocked,
}: {
  person: Pick<PersonCard, 'username' | 'name'>
  open: boolean
  onClose: () => void
  onBlocked?: (() => void) | undefined
}) {
  const queryClient = useQueryClient()
  const block = useMutation({
    mutationKey: [blocks.block.path, person.username],
    mutationFn: () => call(blocks.block, { body: { username: person.username } }),
    onSuccess: () => {
      onClose()
      onBlocked?.()
      toast.success(`You blocked ${person.name}. You can undo this in your privacy settings.`)
      return forgetPeople(queryClient)
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Block ${person.name}?`}
      description={`@${person.username}`}
      action="Block"
      sending={block}
      onConfirm={() => block.mutate()}
    >
      <ul className="flex list-disc flex-col gap-2 pl-5 text-14 text-ink-soft marker:text-line-strong">
        <li>You won’t see each other’s profiles, posts and documents.</li>
        <li>You’ll stop following each other, even if you unblock them later.</li>
        <li>You’ll leave each other’s sessions, even if you unblock them later.</li>
        <li>Paid bookings stay. If you don’t want to meet, cancel them under Meetings.</li>
        <li>We won’t tell them.</li>
      </ul>
    </ConfirmDialog>
  )
}
