import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { blocks } from '#shared/api/blocks.ts'
import type { PersonCard } from '#shared/api/people.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
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
  const cancel = useRef<HTMLButtonElement>(null)
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
    <Dialog
      open={open}
      onClose={onClose}
      title={`Block ${person.name}?`}
      description={`@${person.username}`}
      size="sm"
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" pending={block.isPending} onClick={() => block.mutate()}>
            Block
          </Button>
        </>
      }
    >
      <ul className="flex list-disc flex-col gap-2 pl-5 text-14 text-ink-soft marker:text-line-strong">
        <li>You won’t see each other’s profiles, posts and documents.</li>
        <li>You’ll stop following each other, even if you unblock them later.</li>
        <li>We won’t tell them.</li>
      </ul>
      <p role="alert" className="mt-4 text-14 font-medium text-negative empty:hidden">
        {block.isError && problemText(block.error)}
      </p>
    </Dialog>
  )
}
