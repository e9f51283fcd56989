import { randomUUID } from 'node:crypto'
import { io } from 'socket.io-client'
import { chat } from '#shared/api/chat.ts'
import type { ChatEvents } from '#shared/api/chat-live.ts'
import { livePath } from '#shared/api/live.ts'
import { type Message, messages } from '#shared/api/messages.ts'
import { makeConversation } from '../factories/conversations.ts'
import { type Balancer, startBalancer } from '../harness/balancer.ts'
import { eventually } from '../harness/eventually.ts'
import type { KillableStack } from '../harness/killable.ts'
import type { Person } from '../harness/person.ts'

export type Traffic = {
  /** How many pairs write at once; in each, one person writes and the other reads. */
  pairs: number
  /** The total. */
  messages: number
  /** How often every connection is cut meanwhile. */
  cuts: number
}

export type Outcome = {
  sent: number
  stored: number
  lost: number
  doubled: number
  disordered: number
  /** How often readers had to reconnect, and fetched what they had missed. */
  reconnects: number
  seconds: number
}

const timeoutMs = 120_000

/**
 * People write through a balancer to two servers, of which one is killed after a third of the messages and is
 * back after two thirds, while every connection is cut again and again; then compares what readers saw with
 * what was written.
 */
export async function runTraffic(stack: KillableStack, port: number, traffic: Traffic): Promise<Outcome> {
  const second = await stack.another()
  await Promise.all([stack.start(), second.start()])
  const balancer = await startBalancer(port, [stack.server.url, second.url])
  try {
    const pairs = await Promise.all(
      Array.from({ length: traffic.pairs }, (_, index) => makePair(stack, index)),
    )
    const began = performance.now()
    const each = traffic.messages / traffic.pairs
    const trouble = troubles(stack, balancer, traffic)
    await Promise.all(
      pairs.map(async ({ writer, id }) => {
        for (let number = 1; number <= each; number++) {
          await deliver(writer, id, `Message ${number}`)
          trouble.sent()
        }
      }),
    )
    await trouble.over()
    const whole = () => pairs.every(({ reader }) => reader.shown.length >= each)
    await eventually('every reader was shown everything', async () => whole(), timeoutMs).catch(() => {})
    const seconds = (performance.now() - began) / 1000
    const outcome = {
      sent: traffic.messages,
      stored: 0,
      lost: 0,
      doubled: 0,
      disordered: 0,
      reconnects: 0,
      seconds,
    }
    for (const { id, reader } of pairs) {
      const texts = reader.shown.map(({ text }) => text)
      const expected = Array.from({ length: each }, (_, index) => `Message ${index + 1}`)
      outcome.lost += expected.filter(text => !texts.includes(text)).length
      outcome.doubled += texts.length - new Set(texts).size
      outcome.disordered += texts.filter((text, index) => text !== expected[index]).length
      outcome.reconnects += reader.connects() - 1
      outcome.stored += await countStored(stack, id)
      reader.leave()
    }
    return outcome
  } finally {
    await balancer.close()
  }
}

async function countStored({ db }: KillableStack, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('chat.messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('conversation_id', '=', id)
    .where('seq', '>', greetings)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The messages before counting begins. */
const greetings = 2

async function makePair(stack: KillableStack, index: number) {
  const [writing, reading] = [`writer${index}`, `reader${index}`]
  const writer = await stack.signIn(writing)
  const person = await stack.signIn(reading)
  const id = await makeConversation([writer, writing], [person, reading])
  return { writer, id, reader: await read(person, id) }
}

/** Sends a message until it is answered, like the client's queue: with one id, however often. */
async function deliver(writer: Person, id: string, text: string): Promise<void> {
  const client_id = randomUUID()
  let refusal: string | undefined
  await eventually(
    `${text} is sent`,
    async () => {
      const answer = await writer
        .call(messages.send, { params: { id }, body: { client_id, text } })
        .catch(() => null)
      if (answer && answer.status >= 400 && answer.status < 500) refusal = JSON.stringify(answer.problem)
      return answer?.status === 200 || refusal !== undefined
    },
    timeoutMs,
  )
  if (refusal) throw new Error(`${text} was refused: ${refusal}`)
}

/** Reads a conversation like the client: shows events, and fetches what it sees missing. */
async function read(person: Person, id: string) {
  const shown: Message[] = []
  let connects = 0
  let last = greetings
  let turn: Promise<void> = Promise.resolve()
  const take = (message: Message) => {
    if (message.seq !== last + 1) return
    last = message.seq
    shown.push(message)
  }
  const catchUp = () =>
    eventually(
      'what was missed is fetched',
      async () => {
        const query = { after: last, limit: 100 }
        const answer = await person.call(messages.list, { params: { id }, query }).catch(() => null)
        for (const message of answer?.body?.messages ?? []) take(message)
        return answer?.status === 200 && !answer.body.has_newer
      },
      timeoutMs,
    )
  const socket = io(`${person.url}/chat`, {
    path: livePath,
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 500,
    extraHeaders: { origin: person.url },
    auth: present => {
      person.call(chat.liveTicket).then(
        ({ body }) => present({ ticket: body.ticket }),
        () => present({}),
      )
    },
  })
  // socket.io reconnects after a lost network, but not after a refusal.
  const comeBack = () => {
    if (!socket.active) setTimeout(() => socket.connect(), 50)
  }
  socket.on('connect_error', comeBack).on('disconnect', comeBack)
  socket.on('connect', () => {
    connects++
    turn = turn.then(catchUp)
  })
  socket.on('message', ({ message }: ChatEvents['message']) => {
    turn = turn.then(() => {
      if (message.seq <= last) return
      if (message.seq === last + 1) return take(message)
      return catchUp()
    })
  })
  await eventually('the reader is connected', async () => connects > 0, timeoutMs)
  return {
    shown,
    connects: () => connects,
    leave: () => socket.removeAllListeners().disconnect(),
  }
}

/** Triggers the disturbances as the messages go by. */
function troubles(stack: KillableStack, balancer: Balancer, { messages, cuts }: Traffic) {
  let sent = 0
  let server: Promise<void> = Promise.resolve()
  return {
    sent() {
      sent++
      if (sent % Math.ceil(messages / (cuts + 1)) === 0) balancer.cut()
      if (sent === Math.ceil(messages / 3)) server = server.then(stack.kill)
      if (sent === Math.ceil((2 * messages) / 3)) server = server.then(stack.start)
    },
    over: () => server,
  }
}
