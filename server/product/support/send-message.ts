import type { Deps } from '#server/deps.ts'
import { isOwnEmail } from '#server/platform/http/own-email.ts'
import { problem } from '#server/platform/http/problem.ts'
import { refuseOverQuota } from '#server/platform/http/quota-of-day.ts'
import type { Login } from '#server/platform/http/router.ts'
import { type SupportCategory, supportMessagesADay } from '#shared/api/support.ts'
import { supportMail } from './support-mail.ts'

type Message = {
  category: SupportCategory
  message: string
  name?: string | undefined
  email?: string | undefined
  client_id?: string | undefined
}

const quota = {
  table: 'support_messages',
  sender: 'user_id',
  most: supportMessagesADay,
  things: 'messages',
} as const

/**
 * Stores a message to support, and enqueues mailing it to the operators; once, if it comes again because its answer was lost.
 * What strangers send in a day has no limit for all of them together, which would let a single one silence the others.
 */
export async function sendMessage(deps: Deps, login: Login | null, given: Message): Promise<void> {
  const sender = login ? senderOf(login, given) : strangerOf(given)
  const now = deps.now()
  await deps.db.transaction().execute(async trx => {
    const stored = await trx
      .insertInto('support_messages')
      .values({
        ...sender,
        category: given.category,
        message: given.message,
        client_id: given.client_id ?? null,
        created_at: now,
      })
      .onConflict(conflict =>
        conflict.columns(['user_id', 'client_id']).where('client_id', 'is not', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (!stored) return
    if (login) await refuseOverQuota(trx, login.userId, quota, now)
    await supportMail.enqueue(trx, deps, stored.id, { messageId: stored.id })
  })
}

// Someone who wants the answer at another address must learn that it won't go there, unless their own is somebody else's
// for all we know, or closed. A given name is just ignored.
function senderOf(login: Login, { email }: Message) {
  const { userId: user_id, name } = login
  if (!email || isOwnEmail(login, email)) return { user_id, name, email: login.email }
  if (!login.emailConfirmed) return { user_id, name, email }
  throw refused([
    { path: 'body.email', message: `We reply to the email address of your account, ${login.email}.` },
  ])
}

function strangerOf({ name, email }: Message) {
  if (name && email) return { user_id: null, name, email }
  throw refused([
    ...(name ? [] : [{ path: 'body.name', message: 'Name is required.' }]),
    ...(email ? [] : [{ path: 'body.email', message: 'Enter an email address we can reply to.' }]),
  ])
}

function refused(faults: { path: string; message: string }[]) {
  return problem('invalid', faults[0]!.message, { faults })
}
