import type { Deps } from '#server/deps.ts'
import type { Message } from '#server/platform/mail/mailer.ts'

/** Mails the people who run Ignite; does nothing without SUPPORT_EMAIL. Fails if that is no mailbox: somebody may correct it. */
export async function mailSupport(
  { mail, config }: Pick<Deps, 'mail' | 'config'>,
  message: Omit<Message, 'to'>,
): Promise<void> {
  if (!config.supportEmail) return
  const isTaken = await mail.send({ ...message, to: config.supportEmail })
  if (!isTaken) throw new Error('SUPPORT_EMAIL is no mailbox')
}
