import { useNavigate } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import { useLogin } from '#web/features/logins/use-login.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { dockRoom, dockStore } from './dock-store.ts'
import { useStart } from './use-start.ts'

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

/** A button with only an icon that opens the conversation with a person. Whatever covers the page closes in `onDocked`. */
export function MessageIconButton({ person, onDocked }: { person: Person; onDocked?: () => void }) {
  const { open, pending } = useMessage(person, onDocked)
  return (
    <IconButton label={`Message ${person.name}`} aria-disabled={pending || undefined} onClick={open}>
      <MessageCircle aria-hidden="true" className="size-5" />
    </IconButton>
  )
}

function useMessage({ username }: Person, onDocked?: () => void) {
  const navigate = useNavigate()
  const { start, isPending } = useStart(useLogin(), conversationId => {
    if (matchMedia(dockRoom).matches) {
      dockStore.set({ open: true, conversationId })
      onDocked?.()
    } else {
      void navigate({ to: '/messages/$conversationId', params: { conversationId } })
    }
  })
  return { open: () => start(username), pending: isPending }
}
