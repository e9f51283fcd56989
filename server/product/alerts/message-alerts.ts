import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { lockName } from '#server/platform/db/lock-name.ts'
import { wantedOf } from './choices.ts'
import { type MessageFacts, messageKinds } from './message-alert-kinds.ts'
import { pushLater } from './push-devices.ts'
import { readAlerts } from './read-alerts.ts'
import { addToUnread, tell } from './tell.ts'

type Written = {
  toId: string
  fromId: string
  conversationId: string
  messageId: string
  /** Whether it is a stranger's first message, which waits to be accepted. */
  request: boolean
}

/**
 * Jobs for the chat service: notify a person of messages that came while they were away, and mark that alert
 * read once they have read the conversation. The messages that one conversation gets within a day are one alert,
 * and one mail, while it is unread.
 */
export function defineMessageAlerts(deps: Deps): void {
  deps.jobs.define<Written>('tell-message', {
    sideBySide: true,
    run: written => tellOfMessage(deps, written),
  })
  deps.jobs.define<{ personId: string; conversationId: string }>('read-messages', {
    run: ({ personId, conversationId }) => readMessages(deps, personId, conversationId),
  })
}

type MessageDeps = Pick<Deps, 'db' | 'jobs' | 'now' | 'realtime'>

/**
 * Adds a message to the recipient's unread alert of its conversation, or makes one, which replaces an unread one
 * of an earlier day. Tells nobody if either of the two blocks the other, or if all was read or deleted by then.
 */
export async function tellOfMessage(deps: MessageDeps, written: Written): Promise<void> {
  const { toId, fromId, conversationId, messageId, request } = written
  const kind = request ? messageKinds.message_request : messageKinds.message
  await deps.db.transaction().execute(async trx => {
    await lockAlert(trx, toId, conversationId)
    const blocked = await trx
      .selectFrom('blocks')
      .select('blocker_id')
      .where('blocker_id', 'in', [toId, fromId])
      .where('blocked_id', 'in', [toId, fromId])
      .executeTakeFirst()
    if (blocked) return
    const { count } = await trx
      .selectFrom('unread_messages')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('person_id', '=', toId)
      .where('conversation_id', '=', conversationId)
      .executeTakeFirstOrThrow()
    if (count === 0) return
    const like = { conversation_id: conversationId }
    const latest = { message_id: messageId, count }
    const counted = sql`facts || ${JSON.stringify(latest)}::jsonb`
    const since = deps.now().subtract({ hours: 24 })
    const joined = await addToUnread(trx, deps, toId, { kind, like, since, facts: counted })
    // Whoever dismissed the last notification hears of these too. The chat tells every three minutes at most, of a
    // request’s few messages each minute.
    if (joined) return pushLater(trx, deps, joined.id, joined.devices)
    const { in_app, mail } = await wantedOf(trx, toId, kind.group)
    // Nothing replaces one for a person who isn't told.
    if (in_app || mail) await readOfConversation(trx, deps, toId, conversationId)
    const facts: MessageFacts = { ...like, ...latest, other_id: fromId }
    await tell(trx, deps, toId, { kind, facts, cause: messageId })
  })
}

/**
 * Of two that tell at once, each would find no alert to add to; and one that reads meanwhile would find none to
 * mark.
 */
function lockAlert(trx: Trx, personId: string, conversationId: string): Promise<void> {
  return lockName(trx, `message alert ${personId} ${conversationId}`)
}

/**
 * Marks the alerts of a conversation read, also the one of its request, and refreshes the person's open pages
 * if that changed any.
 */
export async function readMessages(
  deps: MessageDeps,
  personId: string,
  conversationId: string,
): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    await lockAlert(trx, personId, conversationId)
    await readOfConversation(trx, deps, personId, conversationId)
  })
}

function readOfConversation(
  trx: Trx,
  deps: MessageDeps,
  personId: string,
  conversationId: string,
): Promise<void> {
  return readAlerts(trx, deps, {
    people: [personId],
    kinds: Object.keys(messageKinds),
    about: { conversation_id: conversationId },
  })
}
