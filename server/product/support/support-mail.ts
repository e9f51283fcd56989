import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { type SupportCategory, supportCategories } from '#shared/api/support.ts'
import { mailSupport } from './mail-support.ts'

const job = 'support-mail'

/**
 * Enqueues mailing a message, in the caller's transaction. Without a configured address it is only stored.
 */
export async function enqueueSupportMail(
  trx: Database,
  { jobs, config }: Pick<Deps, 'jobs' | 'config'>,
  messageId: string,
): Promise<void> {
  if (config.supportEmail) await jobs.enqueue(trx, job, messageId, { messageId })
}

/** Defines how a message reaches the people who run Ignite. */
export function defineSupportMail(deps: Pick<Deps, 'jobs' | 'db' | 'mail' | 'config'>): void {
  const { jobs, db, config } = deps
  jobs.define<{ messageId: string }>(job, {
    sideBySide: true,
    patient: true,
    async run({ messageId }) {
      const message = await db
        .selectFrom('support_messages')
        .leftJoin('users', 'users.id', 'support_messages.user_id')
        .select([
          'support_messages.name',
          'support_messages.email',
          'category',
          'message',
          'users.username',
          // The account may have another address by the time at which this is mailed.
          eb =>
            eb('users.email_verified', '=', true)
              .and('users.email', '=', eb.ref('support_messages.email'))
              .as('email_confirmed'),
        ])
        .where('support_messages.id', '=', messageId)
        .executeTakeFirst()
      if (!message) return
      const category = supportCategories[message.category as SupportCategory]
      const profile = message.username && `${config.publicUrl}/profile/${message.username}`
      const unconfirmed =
        profile && !message.email_confirmed && ' (the address isn’t confirmed: it could be anyone’s)'
      await mailSupport(deps, {
        // The same at every attempt, so that a mail program that got it before a crash shows it once.
        id: `support-${messageId}`,
        replyTo: message.email,
        subject: `${category}: a message from ${message.name}`,
        // The verified facts come first: below them a stranger can imitate anything.
        text: `From ${message.name} <${message.email}>, ${profile ?? 'who isn’t signed in: the name and address could be anyone’s'}${unconfirmed || ''}
Category: ${category}
Reply to this email to answer them.

${message.message}
`,
      })
    },
  })
}
