import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { chat } from '#shared/api/chat.ts'
import type { ChatEvents } from '#shared/api/chat-live.ts'
import { enterLive } from '#web/lib/live.ts'
import {
  askForConversation,
  fetchDeletions,
  knownConversation,
  refreshChat,
  showConversation,
  showMessage,
} from './cache.ts'
import { chatCall, chatOrigin } from './chat-call.ts'
import { startedListening } from './listening.ts'
import type { Me } from './me.ts'
import { unreadQuery } from './queries.ts'
import { sendUnsentMarks } from './read.ts'
import { deliveryOf } from './sending.ts'
import { startedTyping, stoppedTyping } from './typing.ts'

/** Keeps the visible chats current, and sends pending messages, while the component is mounted. */
export function useLiveChat(me: Me): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const delivery = deliveryOf(queryClient, me)
    const deliver = () => {
      void delivery.deliver()
      void sendUnsentMarks(queryClient, me)
    }
    const handlers = handlersOf(queryClient, me)
    const onConnect = () => {
      void refreshChat(queryClient, me)
      startedListening()
      deliver()
    }
    let left = false
    const entered = chatSocket(me)
    void entered.then(socket => {
      if (left) return
      if (socket.connected) onConnect()
      socket.on('connect', onConnect)
      for (const [event, handler] of Object.entries(handlers)) socket.on(event, handler)
    })
    deliver()
    addEventListener('online', deliver)
    return () => {
      left = true
      removeEventListener('online', deliver)
      void entered.then(socket => {
        socket.off('connect', onConnect)
        for (const [event, handler] of Object.entries(handlers)) socket.off(event, handler)
      })
    }
  }, [queryClient, me])
}

/** Tells the other person about typing. It is lost without a connection, which does no harm. */
export async function tellTyping(me: Me, conversationId: string): Promise<void> {
  const socket = await chatSocket(me)
  if (socket.connected) socket.emit('typing', { conversation_id: conversationId })
}

function chatSocket(me: Me) {
  const getTicket = async () => (await chatCall(me, chat.liveTicket, {})).ticket
  return enterLive('/chat', getTicket, () => chatOrigin(me))
}

type Handlers = { [Event in keyof ChatEvents]: (data: ChatEvents[Event]) => void }

function handlersOf(queryClient: ReturnType<typeof useQueryClient>, me: Me): Handlers {
  return {
    message({ conversation_id, message }) {
      stoppedTyping(conversation_id)
      // A server of the release before leaves out a long message: drop this with the next release.
      if (!message) return void refreshChat(queryClient, me)
      showMessage(queryClient, me, message)
    },
    read({ conversation_id, mine, read_to }) {
      const known = knownConversation(queryClient, conversation_id)
      if (known && !mine) showConversation(queryClient, { ...known, other_read_to: read_to })
      else if (known && read_to > known.read_to) void askForConversation(queryClient, me, conversation_id)
      if (mine) void queryClient.invalidateQueries({ queryKey: unreadQuery(me).queryKey })
    },
    conversation({ conversation_id }) {
      void askForConversation(queryClient, me, conversation_id)
      // Whoever left took their messages along.
      void fetchDeletions(queryClient, me, conversation_id)
      void queryClient.invalidateQueries({ queryKey: unreadQuery(me).queryKey })
    },
    typing({ conversation_id }) {
      startedTyping(conversation_id)
    },
  }
}
