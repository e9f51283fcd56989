import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import { useLogin } from '#web/features/logins/use-login.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/toast.ts'
import { showConversation } from './cache.ts'
import { dockRoom, dockStore } from './dock-store.ts'
import { startWith } from './use-start.ts'

type Person = { username: string; name: string }

/** Opens the conversation with a person: beside the page if there is room, otherwise on its own page. */
export function MessageButton({ person }: { person: Person }) {
  const { open, pending } = useMessage(person)
  return (
    <Button pending={pending} onClick={open} aria-label={`Message ${person.name}`}>
      <MessageCircle aria-hidden="true" className="size-4" />
      Message
    </Button>
  )
}

/** The same with only an icon. Whatever covers the page closes in `onDocked`. */
export function MessageIconButton({ person, onDocked }: { person: Person; onDocked?: () => void }) {
  const { open, pending } = useMessage(person, onDocked)
  return (
    <IconButton label={`Message ${person.name}`} aria-disabled={pending || undefined} onClick={open}>
      <MessageCircle aria-hidden="true" className="size-5" />
    </IconButton>
  )
}

function useMessage({ username }: Person, onDocked?: () => void) {
  const me = useLogin()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const start = useMutation({
    mutationFn: () => startWith(me, username),
    onSuccess: conversation => {
      showConversation(queryClient, conversation)
      if (matchMedia(dockRoom).matches) {
        dockStore.set({ open: true, conversationId: conversation.id })
        onDocked?.()
      } else {
        void navigate({ to: '/messages/$conversationId', params: { conversationId: conversation.id } })
      }
    },
    onError: error => toast.error(problemText(error)),
  })
  return { open: () => !start.isPending && start.mutate(), pending: start.isPending }
}
