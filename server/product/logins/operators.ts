import { type RawBuilder, sql } from 'kysely'
import type { Config } from '#server/config/config.ts'

export type OperatorSettings = Pick<Config, 'operatorEmails' | 'operatorSubjects'>

/** The columns of `users` that decide whether a person is an operator. */
export type OperatorFacts = { email: string; email_verified: boolean; subjects: string[] }

/** In SQL, a person's ids at their providers, in the form of OPERATOR_SUBJECTS. */
export const subjectsOf = `array(
  select provider_id || ':' || account_id from login_accounts where login_accounts.user_id = users.id)`

/** Whether a person is an operator. An address that its provider doesn't vouch for could be anybody's. */
export function isOperator(
  { operatorEmails, operatorSubjects }: OperatorSettings,
  { email, email_verified, subjects }: OperatorFacts,
): boolean {
  return (
    (email_verified && operatorEmails.includes(email.toLowerCase())) ||
    subjects.some(subject => operatorSubjects.includes(subject))
  )
}

/** The condition that a row of `users` is an operator (`isOperator`). */
export function operatorRow({ operatorEmails, operatorSubjects }: OperatorSettings): RawBuilder<boolean> {
  return sql`((email_verified and lower(email) = any(${operatorEmails}::text[]))
    or ${sql.raw(subjectsOf)} && ${operatorSubjects}::text[])`
}
