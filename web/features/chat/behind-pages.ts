/** What every page of a signed-in person loads of the chat once it stands: one file. */
export { ChatHost } from './chat-host.tsx'
export { UnreadBadge } from './unread-badge.tsx'
