import { createContext, use } from 'react'
import type { Folder } from './queries.ts'

/** What the chat shows: a list, or a conversation, possibly at one of its messages. */
export type ChatView = { folder: Folder; conversationId: string | null; at: number | undefined }

/** Where chats show: on their page, where each view has an address, or docked beside another page. */
export type ChatPlace = {
  docked: boolean
  view: ChatView
  show: (view: Partial<ChatView>) => void
}

export const ChatPlaceContext = createContext<ChatPlace | null>(null)

/** Where this part of the chat shows; throws outside of a `ChatPlaceContext`. */
export function useChatPlace(): ChatPlace {
  const place = use(ChatPlaceContext)
  if (!place) throw new Error('A part of the chat stands outside of a ChatPlaceContext.')
  return place
}
