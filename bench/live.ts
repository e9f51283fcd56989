/**
 * Targets L1 and L2. L1: 500 people connected to one of two servers, 50 messages a second accepted by the other one: how long
 * after its acceptance a message is there, against the echo of a bare websocket frame on the same sockets. L2: what 5,000 idle
 * connections cost a server. Both on a PostgreSQL that syncs its writes. `node bench/live.ts` or `node bench/live.ts L1`;
 * PEOPLE and SOCKETS scale them down.
 */
import { randomUUID } from 'node:crypto'
import { chat } from '#shared/api/chat.ts'
import { messages } from '#shared/api/messages.ts'
import { makeConversation } from '../test/factories/conversations.ts'
import { range } from '../test/factories/made-up.ts'
import { eventually } from '../test/harness/eventually.ts'
import { type KillableStack, killableStackOn } from '../test/harness/killable.ts'
import type { Person } from '../test/harness/person.ts'
import { openRaw, type RawLive } from '../test/harness/raw-live.ts'
import { ms, percentile } from './lib/measure.ts'
import { median } from './lib/ratio.ts'
import { onPostgres } from './lib/stack.ts'

const people = Number(process.env.PEOPLE ?? 500)
const sockets = Number(process.env.SOCKETS ?? 5_000)
const perSecond = 50
const rounds = 5
const perRound = 200

const targets: Record<string, (stack: KillableStack) => Promise<void>> = { L1: delivery, L2: idle }
const [only] = process.argv.slice(2)
for (const [id, run] of Object.entries(targets)) {
  if (only && only !== id) continue
  await onPostgres(async url => {
    const stack = await killableStackOn(url)
    try {
      await stack.start()
      await run(stack)
    } finally {
      await stack.close()
    }
  })
}

type Pair = { writer: Person; reader: RawLive; conversationId: string }

async function delivery(stack: KillableStack): Promise<void> {
  const second = await stack.another()
  await second.start()
  const pairs: Pair[] = []
  for (const number of range(0, people / 2)) {
    const names = [`writer${number}`, `reader${number}`] as const
    const [writer, reader] = [await stack.signIn(names[0]), await stack.signIn(names[1])]
    const conversationId = await makeConversation([writer, names[0]], [reader, names[1]])
    await enter(stack, second.url, writer)
    pairs.push({ writer, reader: await enter(stack, second.url, reader), conversationId })
  }
  await delivered(pairs, -1)
  const found: { accepted: number[]; sent: number[]; echoed: number[]; lost: number; doubled: number }[] = []
  for (const round of range(0, rounds)) {
    found.push({ ...(await delivered(pairs, round)), echoed: await echoed(pairs) })
  }
  const of = (which: 'accepted' | 'sent' | 'echoed', share: number) =>
    median(found.map(round => percentile(round[which], share)))
  const ratio = median(found.map(round => percentile(round.accepted, 0.99) / percentile(round.echoed, 0.99)))
  const sum = (which: 'lost' | 'doubled') => found.reduce((total, round) => total + round[which], 0)
  console.log(
    `L1: ${people} connected, ${perSecond} messages a second, ${rounds} rounds of ${perRound}, medians of the rounds`,
  )
  for (const [what, which] of [
    ['accepted → there', 'accepted'],
    ['sent → there', 'sent'],
    ['bare echo', 'echoed'],
  ] as const) {
    console.log(`  ${what.padEnd(18)} p50 ${ms(of(which, 0.5))} ms, p99 ${ms(of(which, 0.99))} ms`)
  }
  console.log(
    `  p99 ${ratio.toFixed(1)} × the echo (at most 5), ${sum('lost')} lost, ${sum('doubled')} doubled`,
  )
}

/** One round of messages, at an even pace whatever becomes of each. */
async function delivered(pairs: Pair[], round: number) {
  const accepted: number[] = []
  const sent: number[] = []
  let lost = 0
  let doubled = 0
  await paced(async number => {
    const { writer, reader, conversationId } = pairs[number % pairs.length]!
    const text = `Round ${round}, message ${number}.`
    const arrival = arrivalOf(reader, text)
    const began = performance.now()
    await writer.call(messages.send, {
      params: { id: conversationId },
      body: { client_id: randomUUID(), text },
    })
    const answered = performance.now()
    const there = await arrival
    if (there === null) lost++
    else {
      sent.push(there - began)
      // The answer to the sender and the word to the reader leave at once, on ways of their own.
      accepted.push(Math.max(there - answered, 0))
    }
    if (reader.texts.filter(one => one.includes(text)).length > 1) doubled++
  })
  return { accepted, sent, lost, doubled }
}

/** A websocket ping on each of the same sockets, at the same pace: its answer comes from the library that carries our frames. */
async function echoed(pairs: Pair[]): Promise<number[]> {
  const times: number[] = []
  await paced(async number => {
    const { reader } = pairs[number % pairs.length]!
    const pong = Promise.withResolvers<void>()
    reader.socket.once('data', () => pong.resolve())
    const began = performance.now()
    reader.frame('', { opcode: 9 })
    await pong.promise
    times.push(performance.now() - began)
  })
  return times
}

async function paced(work: (number: number) => Promise<void>): Promise<void> {
  const began = performance.now()
  const under: Promise<void>[] = []
  for (const number of range(0, perRound)) {
    await until(began + (number * 1_000) / perSecond)
    under.push(work(number))
  }
  await Promise.all(under)
}

function until(moment: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, Math.max(moment - performance.now(), 0)))
}

/** When a text is on a socket; null where it isn't within ten seconds. */
function arrivalOf({ socket, texts }: RawLive, text: string): Promise<number | null> {
  let read = texts.length
  return new Promise(resolve => {
    const end = (at: number | null) => {
      clearTimeout(timer)
      socket.off('data', look)
      resolve(at)
    }
    const look = () => {
      for (; read < texts.length; read++) if (texts[read]!.includes(text)) return end(performance.now())
    }
    const timer = setTimeout(() => end(null), 10_000)
    socket.on('data', look)
  })
}

async function idle(stack: KillableStack): Promise<void> {
  const holders: Person[] = []
  for (const number of range(0, 50)) holders.push(await stack.signIn(`idle${number}`))
  const open = async (count: number) => {
    const opened: RawLive[] = []
    for (const number of range(0, count)) {
      opened.push(await enter(stack, stack.server.url, holders[number % holders.length]!))
    }
    return opened
  }
  // What a server loads and keeps once, whoever comes.
  for (const { socket } of await open(sockets / 10)) socket.destroy()
  const before = await residentBytes(stack.url)
  const held = await open(sockets)
  const each = ((await residentBytes(stack.url)) - before) / sockets / 1_000
  console.log(
    `L2: ${sockets} idle connections: ${each.toFixed(1)} kB each above the idle server (at most 30)`,
  )
  for (const { socket } of held) socket.destroy()
}

/** A connection of a person that the chat has let in. */
async function enter(stack: KillableStack, url: string, person: Person): Promise<RawLive> {
  const { body } = await person.call(chat.liveTicket)
  const connection = await openRaw(url, { origin: stack.url })
  connection.frame(`40/chat,${JSON.stringify({ ticket: body.ticket })}`)
  await eventually('it is let in', async () => connection.texts.some(text => text.startsWith('40/chat')))
  // Each message under way listens.
  connection.socket.setMaxListeners(0)
  // The server asks now and then whether somebody is there.
  let read = 0
  connection.socket.on('data', () => {
    for (; read < connection.texts.length; read++) if (connection.texts[read] === '2') connection.frame('3')
  })
  return connection
}

/** What the process holds, the least of some looks, as what is left over is collected when it likes. */
async function residentBytes(url: string): Promise<number> {
  const seen: number[] = []
  for (const _look of range(0, 10)) {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    seen.push(Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]))
    await until(performance.now() + 500)
  }
  return Math.min(...seen)
}
