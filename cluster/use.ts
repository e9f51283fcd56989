import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { dialogues } from '#shared/api/dialogues.ts'
import { payments } from '#shared/api/payments.ts'
import { posts } from '#shared/api/posts.ts'
import { schedules } from '#shared/api/schedules.ts'
import { search } from '#shared/api/search.ts'
import { bookingOf, type Slot, weekOfTiles, zone } from '../test/factories/bookings.ts'
import { addSection } from '../test/factories/catalog.ts'
import { range } from '../test/factories/made-up.ts'
import { addPost } from '../test/factories/posts.ts'
import { makeTutor } from '../test/factories/tutors.ts'
import type { Person } from '../test/harness/person.ts'
import { type Asking, createAsking } from './asking.ts'
import { openCall } from './calling.ts'
import { type Listener, listenTo, openChat } from './chatting.ts'
import type { Cluster } from './start.ts'

export type Use = {
  asking: Asking
  /** Each person reads, writes and looks at their chats with the assistant so often, on average. */
  pace: { everyMs: number }
  /** The live connections that were lost since the last `reset`, and the longest time without one. */
  connections(): { lost: number; awayMs: number }
  /** The longest time since the last `reset` for which somebody in the call saw no new picture. */
  frozenMs(): Promise<number>
  /** Begins to count anew. */
  reset(): Promise<void>
  /** Returns for how many seconds somebody in the call didn't count as there. */
  end(): Promise<number>
  messages(): Promise<Messages>
  bookings(): Promise<Bookings>
}

/** What became of the messages. */
type Messages = {
  accepted: number
  /** Accepted, and not in the database. */
  lost: number
  /** More than once in the database, or heard twice over one connection. */
  doubled: number
  /** In the database, and unknown to one of the two pages that listen. */
  unheard: number
}

/** What became of the times that several people booked at once. */
type Bookings = {
  times: number
  /** Given to somebody who has no booking in the database. */
  lost: number
  /** Given to more than one. */
  doubled: number
}

/** The first message of each person. */
const greeting = 'Hello'

/** How often people do each thing at first, and on a machine that can answer all of them. */
export const slowestMs = 32_000
export const usualMs = 4_000

/** So many people book the same time at once, so often. */
const racers = 4
const raceEveryMs = 2_000

/**
 * People in pairs: each reads, searches, asks for free times, looks at their chats with the assistant, writes
 * to the other one, and listens. A few at a time book the same time. Two more are in a call.
 */
export async function openUse(cluster: Cluster, people: number): Promise<Use> {
  const { stack } = cluster
  const section = await addSection(stack.db)
  const author = await stack.signIn('ann.author')
  for (const n of range(0, 10)) await addPost(author, section, { name: `Lecture ${n}` })
  const bookable = await makeTutor(stack, await stack.signIn('tom.tutor'), { ranges: ['06:00 - 22:00'] })
  const reads = [
    posts.list.path,
    `${search.posts.path}?text=lecture`,
    `${search.pages.path}?text=lecture`,
    `${schedules.tiles.path}?post_id=${bookable}&timezone=${zone}`,
  ]
  const pairs: Pair[] = []
  // Some at a time: their first calls aren't what is measured.
  for (const n of range(0, people / 2)) pairs.push(await openPair(cluster, n))
  const accepted = new Map<string, string[]>()
  const asking = createAsking()
  const call = await openCall(cluster)
  const pace = { everyMs: slowestMs }
  let ended = false

  /** Repeats one activity in a loop of its own, so that waiting for its answer doesn't stop the others. */
  const again = async (act: (n: number) => Promise<unknown>) => {
    for (let n = 0; !ended; n++) {
      // At uneven times, or after a while everyone would do the same thing at once, and no outage would meet the rest.
      await wait(Math.random() * 2 * pace.everyMs)
      await act(n)
    }
  }
  const uses = pairs.flatMap(({ conversation, writers }) =>
    writers.flatMap(({ person, send }, place) => [
      again(n => asking.ask('reading', signal => person.fetch(reads[n % reads.length]!, { signal }))),
      again(() => asking.ask('assistant', signal => person.fetch(dialogues.list.path, { signal }))),
      again(async n => {
        const text = `Message ${n} of ${place}`
        const client_id = randomUUID()
        const sent = await asking.ask('writing', signal => send({ client_id, text }, signal))
        if (sent) accepted.set(conversation, [...(accepted.get(conversation) ?? []), text])
      }),
    ]),
  )
  const students = pairs.flatMap(({ writers }) => writers.map(({ person }) => person))
  const given = new Map<string, string[]>()
  const races = raceOn(await weekOfTiles(students[0]!, bookable))

  async function raceOn(slots: Slot[]): Promise<void> {
    for (let n = 0; !ended && n < slots.length; n++) {
      const slot = slots[n]!
      const own = range(0, racers).map(racer => students[(n * racers + racer) % students.length]!)
      await Promise.all(own.map(student => book(student, slot)))
      await wait(raceEveryMs)
    }
  }

  async function book(student: Person, slot: Slot): Promise<void> {
    const body = JSON.stringify(bookingOf(bookable, slot))
    const headers = { 'content-type': 'application/json' }
    const { method, path } = payments.bookSlot
    // A 409 says that somebody else has it.
    const answer = await asking.ask(
      'booking',
      signal => student.fetch(path, { method, body, headers, signal }),
      [200, 409],
    )
    if (answer?.status !== 200) return
    const { booking_id } = JSON.parse(answer.text) as { booking_id: string }
    given.set(slot.start, [...(given.get(slot.start) ?? []), booking_id])
  }

  const listeners = pairs.flatMap(pair => pair.listeners)
  return {
    asking,
    pace,
    connections: () => ({
      lost: listeners.reduce((sum, { lost }) => sum + lost, 0),
      awayMs: Math.max(...listeners.map(({ awayMs }) => awayMs)),
    }),
    frozenMs: call.frozenMs,
    async reset() {
      asking.reset()
      for (const listener of listeners) Object.assign(listener, { lost: 0, awayMs: 0 })
      await call.reset()
    },
    async end() {
      ended = true
      await Promise.all([...uses, races])
      await Promise.all(listeners.map(listener => listener.end()))
      return call.end()
    },
    async messages() {
      const result = { accepted: [...accepted.values()].flat().length, lost: 0, doubled: 0, unheard: 0 }
      for (const pair of pairs) {
        const rows = await stack.db
          .selectFrom('chat.messages')
          .select(['text', 'seq'])
          .where('conversation_id', '=', pair.conversation)
          .execute()
        const there = Map.groupBy(rows, ({ text }) => text)
        const texts = accepted.get(pair.conversation) ?? []
        result.lost += texts.filter(text => !there.has(text)).length
        // Also one that was never answered may be there twice.
        result.doubled += [...there].filter(([text, same]) => text !== greeting && same.length > 1).length
        for (const { known, doubled } of pair.listeners) {
          result.doubled += doubled
          // The first one began the conversation, so no listener could hear it.
          result.unheard += rows.filter(({ seq }) => seq > 1 && !known.has(seq)).length
        }
      }
      return result
    },
    async bookings() {
      const rows = await stack.db.selectFrom('bookings').select('id').execute()
      const stored = new Set(rows.map(({ id }) => id))
      const times = [...given.values()]
      return {
        times: times.length,
        lost: times.flat().filter(id => !stored.has(id)).length,
        doubled: times.filter(ids => new Set(ids).size > 1).length,
      }
    },
  }
}

type Writer = {
  person: Person
  send(message: { client_id: string; text: string }, signal?: AbortSignal): Promise<Response>
}

type Pair = { conversation: string; writers: Writer[]; listeners: Listener[] }

async function openPair(cluster: Cluster, n: number): Promise<Pair> {
  const names = [`ivy.${n}`, `max.${n}`] as const
  const [ivy, max] = [await cluster.stack.signIn(names[0]), await cluster.stack.signIn(names[1])]
  const [ivys, maxs] = [await openChat(cluster, ivy), await openChat(cluster, max)]
  const begun = await ivys(`/chat/api/conversations/start?to_username=${names[1]}`, {})
  const { conversation } = (await begun.json()) as { conversation: { id: string } }
  const path = `/chat/api/conversations/${conversation.id}/messages`
  const writers: Writer[] = [
    { person: ivy, send: (message, signal) => ivys(path, message, signal) },
    { person: max, send: (message, signal) => maxs(path, message, signal) },
  ]
  // A first message to a stranger waits for an answer.
  for (const { send } of writers) await send({ client_id: randomUUID(), text: greeting })
  const listeners = [ivys, maxs].map(call => listenTo(cluster, call, conversation.id))
  return { conversation: conversation.id, writers, listeners }
}
