import { normalizeEmail } from './email.ts'
import { problem } from './problem.ts'
import type { Login } from './router.ts'

/** Whether an email that a call names is the one the caller is signed in with, however it is typed. */
export function isOwnEmail({ email }: Pick<Login, 'email'>, named: string): boolean {
  return normalizeEmail(named) === email.toLowerCase()
}

/** Refuses another one. */
export function requireOwnEmail(login: Pick<Login, 'email'>, named: string): void {
  if (isOwnEmail(login, named)) return
  throw problem('identity_mismatch', 'That isn’t the email you’re signed in with.')
}
