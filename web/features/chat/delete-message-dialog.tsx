import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Message, messages } from '#shared/api/messages.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { showMessage } from './cache.ts'
import { chatCall } from './chat-call.ts'
import type { Me } from './me.ts'

/** Asks before the person’s own message is deleted for both. */
export function DeleteMessageDialog({
  me,
  message,
  open,
  onClose,
}: {
  me: Me
  message: Message
  open: boolean
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () =>
      chatCall(me, messages.remove, { params: { id: message.conversation_id, seq: message.seq } }),
    onSuccess: ({ message }) => {
      showMessage(queryClient, me, message)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete this message?"
      action="Delete"
      sending={remove}
      onConfirm={() => remove.mutate()}
    >
      <p className="text-14 text-ink-soft">
        We delete its text and files for both of you. You’ll both still see that a message was deleted.
      </p>
    </ConfirmDialog>
  )
}
