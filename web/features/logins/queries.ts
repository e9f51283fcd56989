import { queryOptions } from '@tanstack/react-query'
import { logins } from '#shared/api/logins.ts'
import { call } from '#web/lib/api.ts'
import { sawSignedIn } from './login-ended.ts'

export type Login = NonNullable<Awaited<ReturnType<typeof readLogin>>>

/** The signed-in person, or null. */
export const loginQuery = queryOptions({
  queryKey: [logins.read.path],
  queryFn: readLogin,
  staleTime: 5 * 60_000,
  meta: { offline: true },
})

/** Registers the login each time the app loads for a signed-in person. */
export const registrationQuery = (login: Login) =>
  queryOptions({
    queryKey: [logins.register.path, 'registration', login.email],
    queryFn: () =>
      call(logins.register, { body: { email: login.email, name: login.name, image: login.image } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const providersQuery = queryOptions({
  queryKey: [logins.providers.path],
  queryFn: async () => (await call(logins.providers)).providers,
  staleTime: Number.POSITIVE_INFINITY,
})

let answered: Awaited<ReturnType<typeof ask>> | undefined
const ask = () => call(logins.read)

async function readLogin() {
  const askedAt = Date.now()
  const answer = await ask()
  // The server draws pages for everyone and must not remember anyone.
  if (!import.meta.env.SSR) answered = answer
  if (answer.login) sawSignedIn(askedAt)
  return answer.login
}

/** Prefix of the chat's calls: `/chat` here, or its address on another host; null without a chat. */
export async function findChatUrl(): Promise<string | null> {
  return (answered ?? (await ask())).chat_url
}
