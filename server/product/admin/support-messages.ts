import type { Database } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { SupportMessage } from '#shared/api/admin.ts'
import { deletedName, isDeletedEmail } from '../people/deleted-person.ts'
import { isConfirmedSender } from '../support/confirmed-sender.ts'

export const supportPage = 30

/** The messages to support, newest first, after the message with an id. One query. */
export async function supportMessages(db: Database, after: string | undefined): Promise<SupportMessage[]> {
  const messages = await db
    .selectFrom('support_messages as message')
    .leftJoin('users', join =>
      join.onRef('users.id', '=', 'message.user_id').on('users.deleted_at', 'is', null),
    )
    .select([
      'message.id',
      'message.created_at',
      'message.name',
      'message.email',
      'message.user_id',
      'users.username',
      isConfirmedSender('message').as('email_confirmed'),
      'message.category',
      'message.message',
    ])
    .$if(after !== undefined, query => query.where('message.id', '<', after!))
    .orderBy('message.id', 'desc')
    .limit(supportPage)
    .execute()
  return messages.map(({ created_at, user_id, ...message }) => ({
    ...message,
    date: isoTime(created_at),
    stranger: user_id === null && !isOfClosedAccount(message),
  }))
}

/** A stranger may type such an address, but not beside another person's name. */
function isOfClosedAccount({ name, email }: { name: string; email: string }): boolean {
  return name === deletedName && isDeletedEmail(email)
}
