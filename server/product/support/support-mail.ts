import { supportCategories } from '#shared/api/support.ts'
import { isConfirmedSender } from './confirmed-sender.ts'
import { operatorMail } from './operator-mail.ts'

/** The mail with a message to support, which a reply answers. */
export const supportMail = operatorMail<{ messageId: string }>(
  'support-mail',
  async ({ db, config }, { messageId }) => {
    const message = await db
      .selectFrom('support_messages')
      .leftJoin('users', 'users.id', 'support_messages.user_id')
      .select([
        'support_messages.name',
        'support_messages.email',
        'category',
        'message',
        'users.username',
        isConfirmedSender('support_messages').as('email_confirmed'),
      ])
      .where('support_messages.id', '=', messageId)
      .executeTakeFirst()
    if (!message) return null
    const category = supportCategories[message.category]
    const profile = message.username && `${config.publicUrl}/profile/${message.username}`
    const unconfirmed =
      profile && !message.email_confirmed && ' (the address isn’t confirmed: it could be anyone’s)'
    return {
      id: `support-${messageId}`,
      replyTo: message.email,
      subject: `${category}: a message from ${message.name}`,
      // The verified facts come first: below them a stranger can imitate anything.
      text: `From ${message.name} <${message.email}>, ${profile ?? 'who isn’t signed in: the name and address could be anyone’s'}${unconfirmed || ''}
Category: ${category}
Reply to this email to answer them.

${message.message}
`,
    }
  },
)
