import type { FastifyInstance } from 'fastify'
import { createRouter } from '#server/platform/http/router.ts'
import type { Deps } from '../deps.ts'
import { attachmentRoutes } from './attachments/routes.ts'
import { conversationRoutes } from './conversations/routes.ts'
import { defineForgetting } from './forget-person.ts'
import { messageRoutes } from './messages/routes.ts'
import { type ChatCredentials, createReadLogins } from './people/read-login.ts'
import { loginRoutes, peopleRoutes } from './people/routes.ts'

/**
 * The chat service: its calls require its own token, which it gives to people whom the product has signed in.
 */
export function chatService(app: FastifyInstance, deps: Deps, credentials: ChatCredentials): void {
  const { readChatLogin, readProductLogin } = createReadLogins(deps, credentials)
  loginRoutes(createRouter(app, deps, readProductLogin), credentials.chatTokens)
  const implement = createRouter(app, deps, readChatLogin)
  peopleRoutes(implement, deps)
  conversationRoutes(implement, deps)
  messageRoutes(implement, deps)
  attachmentRoutes(implement, deps)
  defineForgetting(deps)
}
