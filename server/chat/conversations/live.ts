import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { onEvent } from '#server/platform/realtime/on-event.ts'
import { type ChatEvents, typing } from '#shared/api/chat-live.ts'
import { unblocked } from './queries.ts'

/** Sends an event to a person's windows on every server when the transaction commits; outside of one, right away. */
export function tellPerson<E extends Exclude<keyof ChatEvents, 'typing'>>(
  trx: Database,
  { realtime }: Pick<Deps, 'realtime'>,
  personId: string,
  event: E,
  data: ChatEvents[E],
): void {
  realtime.tell(trx, '/chat', `person:${personId}`, event, data)
}

/** Tells the other person that somebody is typing, if they have answered each other and there is no block. */
export function hearTyping({ db, realtime }: Pick<Deps, 'db' | 'realtime'>): void {
  const room = realtime.namespace('/chat')
  room.on('connection', socket => {
    onEvent(socket, 'typing', typing, { perSecond: 1 }, async ({ conversation_id }, { userId }) => {
      const otherId = await findReader(db, userId, conversation_id)
      if (otherId)
        room.to(`person:${otherId}`).emit('typing', { conversation_id } satisfies ChatEvents['typing'])
    })
  })
}

async function findReader(db: Database, personId: string, conversationId: string): Promise<string | null> {
  const { rows } = await sql<{ other_id: string }>`
    select other_id from chat.members join chat.conversations on conversations.id = conversation_id
    where conversation_id = ${conversationId} and person_id = ${personId} and state = 'open'
      and ${unblocked}`.execute(db)
  return rows[0]?.other_id ?? null
}
