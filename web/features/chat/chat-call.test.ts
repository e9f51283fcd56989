import { afterEach, expect, test, vi } from 'vitest'
import { chat } from '#shared/api/chat.ts'
import { conversations } from '#shared/api/conversations.ts'
import { logins } from '#shared/api/logins.ts'
import { chatCall, forgetChatToken } from './chat-call.ts'

const ada = { email: 'ada@example.edu', name: 'Ada', username: 'ada' }

afterEach(() => {
  forgetChatToken()
  vi.unstubAllGlobals()
})

test.each([
  ['the product', chat.entryToken.path, { token: 'entry' }],
  ['a product of the release before', chat.ticket.path, { ticket: 'entry' }],
])('a chat on another host is entered with a token of %s', async (_, path, answer) => {
  const url = 'https://chat.example/chat'
  const bearers: Record<string, string | undefined> = {}
  const answers: Record<string, object> = {
    [logins.read.path]: { login: null, chat_url: url },
    [path]: answer,
    [`${url}${chat.login.path.slice('/chat'.length)}?email=ada%40example.edu`]: {
      access_token: 'of the chat',
      expires_in: 600,
    },
    [`${url}${conversations.unread.path.slice('/chat'.length)}`]: { conversations: 1, requests: 0 },
  }
  vi.stubGlobal('fetch', async (to: string, { headers }: { headers: Record<string, string> }) => {
    bearers[to.replace(/\?.*/, '')] = headers.authorization
    const known = answers[to]
    return known ? Response.json(known) : Response.json({ code: 'not_found' }, { status: 404 })
  })
  expect(await chatCall(ada, conversations.unread, {})).toEqual({ conversations: 1, requests: 0 })
  expect(bearers).toMatchObject({
    [`${url}/api/auth/login`]: 'Bearer entry',
    [`${url}${conversations.unread.path.slice('/chat'.length)}`]: 'Bearer of the chat',
  })
})
