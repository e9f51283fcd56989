import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { normalizeEmail } from './email.ts'

/** Refuses an email that a call names as the caller's if it isn't the one they are signed in with. */
export function requireOwnEmail({ email }: Pick<Login, 'email'>, named: string): void {
  if (normalizeEmail(named) === email.toLowerCase()) return
  throw problem('identity_mismatch', 'That isn’t the email you’re signed in with.')
}
