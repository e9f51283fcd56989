import type { Config } from '#server/config.ts'

export type OperatorSettings = Pick<Config, 'operatorEmails' | 'operatorSubjects'>

/** What of a person in `users` tells whether they run the place. */
export type Standing = { email: string; email_verified: boolean; subjects: string[] }

/** In SQL, the names a person has at their providers, as OPERATOR_SUBJECTS writes them. */
export const subjectsOf = `array(
  select provider_id || ':' || account_id from login_accounts where login_accounts.user_id = users.id)`

/** Whether a person runs the place. An address that its provider doesn't vouch for could be anybody's. */
export function isOperator(
  { operatorEmails, operatorSubjects }: OperatorSettings,
  { email, email_verified, subjects }: Standing,
): boolean {
  return (
    (email_verified && operatorEmails.includes(email.toLowerCase())) ||
    subjects.some(subject => operatorSubjects.includes(subject))
  )
}
