import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { chat } from '#shared/api/chat.ts'
import { read } from '#shared/api/logins.ts'
import { payments } from '#shared/api/payments.ts'
import { posts } from '#shared/api/posts.ts'
import { schedules } from '#shared/api/schedules.ts'
import { search } from '#shared/api/search.ts'
import { bookingOf, freeTiles, zone } from '../test/factories/bookings.ts'
import { addSection } from '../test/factories/catalog.ts'
import { range } from '../test/factories/made-up.ts'
import { addPost } from '../test/factories/posts.ts'
import { makeTutor } from '../test/factories/tutors.ts'
import type { Person } from '../test/harness/person.ts'
import type { Cluster } from './start.ts'

/** What people notice of the steps of a test. */
type Figures = {
  asked: number
  /** What was answered only at another try. */
  again: number
  /** What wasn't answered at any try. */
  failed: number
  slowestMs: number
  /** Why tries failed, and how often. */
  reasons: Map<string, number>
}

export type Use = {
  figures(): Figures
  reset(): void
  end(): Promise<void>
  accepted(): number
  /** Everyone books the same hour at once; returns how many got it. */
  book(): Promise<number>
  /** What the database has of the messages: accepted ones that it lacks, and any that it has twice. */
  messages(): Promise<{ lost: number; doubled: number }>
}

/** How often people ask before they give up, and their pauses between. */
const tries = 5
const pauseMs = 500

/** The first message of each person. */
const greeting = 'Hello'

/** A person reads or writes so often. */
const everyMs = 400

/** People in pairs: each reads, searches, asks for free times, and writes to the other one. */
export async function openUse(cluster: Cluster, people: number): Promise<Use> {
  const { stack } = cluster
  const section = await addSection(stack.db)
  const author = await stack.signIn('ann.author')
  for (const n of range(0, 10)) await addPost(author, section, { name: `Lecture ${n}` })
  const bookable = await makeTutor(stack, await stack.signIn('tom.tutor'))
  const reads = [
    posts.list.path,
    `${search.posts.path}?text=lecture`,
    `${search.pages.path}?text=lecture`,
    `${schedules.tiles.path}?post_id=${bookable}&timezone=${zone}`,
  ]
  const pairs = await Promise.all(range(0, people / 2).map(n => openPair(cluster, n)))
  const accepted = new Map<string, string[]>()
  let figures = none()
  let ended = false

  const ask = async (what: string, once: () => Promise<Response>) => {
    const began = performance.now()
    figures.asked++
    let answered = false
    for (let attempt = 1; attempt <= tries; attempt++) {
      const fault = await faultOf(once)
      answered = !fault
      if (answered) break
      const reason = `${what}: ${fault}`
      figures.reasons.set(reason, (figures.reasons.get(reason) ?? 0) + 1)
      if (attempt === 1) figures.again++
      await wait(pauseMs)
    }
    if (!answered) figures.failed++
    figures.slowestMs = Math.max(figures.slowestMs, performance.now() - began)
    return answered
  }

  const uses = pairs.flatMap(({ conversation, writers }) =>
    writers.map(async ({ person, send }, place) => {
      for (let n = 0; !ended; n++) {
        await wait(everyMs)
        await ask('reading', () => person.fetch(reads[n % reads.length]!))
        const text = `Message ${n} of ${place}`
        const client_id = randomUUID()
        const sent = await ask('writing', () => send({ client_id, text }))
        if (sent) accepted.set(conversation, [...(accepted.get(conversation) ?? []), text])
      }
    }),
  )
  return {
    figures: () => figures,
    reset() {
      figures = none()
    },
    async end() {
      ended = true
      await Promise.all(uses)
    },
    async book() {
      const students = pairs.flatMap(({ writers }) => writers.map(({ person }) => person))
      const [tile] = await freeTiles(students[0]!, bookable)
      const answers = await Promise.all(
        students.map(student => student.call(payments.bookSlot, { body: bookingOf(bookable, tile!) })),
      )
      return answers.filter(({ status }) => status === 200).length
    },
    accepted: () => [...accepted.values()].flat().length,
    async messages() {
      let [lost, doubled] = [0, 0]
      for (const [conversation, texts] of accepted) {
        const rows = await stack.db
          .selectFrom('chat.messages')
          .select('text')
          .where('conversation_id', '=', conversation)
          .execute()
        const there = Map.groupBy(rows, ({ text }) => text)
        lost += texts.filter(text => !there.has(text)).length
        // Also one that was never answered may be there twice.
        doubled += [...there].filter(([text, same]) => text !== greeting && same.length > 1).length
      }
      return { lost, doubled }
    },
  }
}

type Writer = {
  person: Person
  send(message: { client_id: string; text: string }): Promise<Response>
}

async function openPair(cluster: Cluster, n: number): Promise<{ conversation: string; writers: Writer[] }> {
  const names = [`ivy.${n}`, `max.${n}`] as const
  const [ivy, max] = [await cluster.stack.signIn(names[0]), await cluster.stack.signIn(names[1])]
  const [ivys, maxs] = [await openChat(cluster, ivy), await openChat(cluster, max)]
  const begun = await ivys(`/conversations/start?to_username=${names[1]}`)
  const { conversation } = (await begun.json()) as { conversation: { id: string } }
  const path = `/conversations/${conversation.id}/messages`
  const writer = (person: Person, fetchChat: Chat): Writer => ({
    person,
    send: message => fetchChat(path, message),
  })
  const writers = [writer(ivy, ivys), writer(max, maxs)]
  // A first message to a stranger waits for an answer.
  for (const { send } of writers) await send({ client_id: randomUUID(), text: greeting })
  return { conversation: conversation.id, writers }
}

type Chat = (path: string, body?: unknown) => Promise<Response>

/** The chat has an address of its own, where a ticket of the product's gets a token. */
async function openChat({ chatUrl }: Cluster, person: Person): Promise<Chat> {
  const [{ body: ticket }, { body: own }] = [await person.call(chat.ticket), await person.call(read)]
  const post = (path: string, bearer: string, body: unknown = {}) =>
    fetch(chatUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const email = encodeURIComponent(own.login?.email ?? '')
  const login = await post(`${chat.login.path}?email=${email}`, ticket.ticket)
  const { access_token: token } = (await login.json()) as { access_token: string }
  return (path, body) => post(`/chat/api${path}`, token, body)
}

/** Why an answer is none; undefined if it is one. */
async function faultOf(once: () => Promise<Response>): Promise<string | undefined> {
  try {
    const answer = await once()
    const text = await answer.text()
    return answer.ok ? undefined : `${answer.status} ${text.slice(0, 80)}`
  } catch (error) {
    return error instanceof Error ? String(error.cause ?? error.message) : String(error)
  }
}

function none(): Figures {
  return { asked: 0, again: 0, failed: 0, slowestMs: 0, reasons: new Map() }
}
