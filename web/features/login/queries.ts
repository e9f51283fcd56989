import { queryOptions } from '@tanstack/react-query'
import { providers, read, register } from '#shared/api/logins.ts'
import { call } from '#web/lib/api.ts'

export type Login = NonNullable<Awaited<ReturnType<typeof readLogin>>>

/** Who is signed in, or null. */
export const loginQuery = queryOptions({
  queryKey: [read.path],
  queryFn: readLogin,
  staleTime: 5 * 60_000,
})

/** Registers the login once for each time the app is loaded signed in. */
export const registrationQuery = (login: Login) =>
  queryOptions({
    queryKey: [register.path, 'registration', login.email],
    queryFn: () => call(register, { body: { email: login.email, name: login.name, image: login.image } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const providersQuery = queryOptions({
  queryKey: [providers.path],
  queryFn: async () => (await call(providers)).providers,
  staleTime: Number.POSITIVE_INFINITY,
})

async function readLogin() {
  return (await call(read)).login
}
