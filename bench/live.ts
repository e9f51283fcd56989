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
import { bounded, type Measured, type Run } from './lib/target.ts'

const perSecond = 50
const rounds = 5
const perRound = 200

export const liveTargets: Record<string, Measured> = {
  L1: {
    asks: 'A chat message reaches a reader on another server, 500 connected and 50 messages a second: p99 ≤ 5 × the reference and < 100 ms; none lost, none doubled',
    reference: 'a bare websocket echo on the same sockets',
    run: run => onStack(stack => delivery(stack, run)),
  },
  L2: {
    asks: '5,000 idle live connections cost a server ≤ 30 kB each',
    reference: 'the idle server',
    run: run => onStack(stack => idle(stack, run)),
  },
}

function onStack(work: (stack: KillableStack) => Promise<void>): Promise<void> {
  return onPostgres(async url => {
    const stack = await killableStackOn(url)
    try {
      await stack.start()
      await work(stack)
    } finally {
      await stack.close()
    }
  })
}

type Pair = { writer: Person; reader: RawLive; conversationId: string }

async function delivery(stack: KillableStack, run: Run): Promise<void> {
  const second = await stack.another()
  await second.start()
  const pairs: Pair[] = []
  for (const number of range(0, Math.ceil(run.count(500) / 2))) {
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
  console.log(`${pairs.length * 2} connected, medians of ${rounds} rounds of ${perRound} messages`)
  for (const which of ['accepted', 'sent', 'echoed'] as const) {
    console.log(`  ${which.padEnd(9)} p50 ${ms(of(which, 0.5))} ms, p99 ${ms(of(which, 0.99))} ms`)
  }
  bounded(run, 'p99 from accepted to there ÷ a bare echo', ratio, '≤ 5')
  bounded(run, 'p99 from accepted to there, ms', of('accepted', 0.99), '< 100')
  bounded(run, 'lost or doubled', sum('lost') + sum('doubled'), '≤ 0')
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

async function idle(stack: KillableStack, run: Run): Promise<void> {
  const sockets = run.count(5_000)
  const holders: Person[] = []
  // A login may hold 30.
  for (const number of range(0, Math.ceil(sockets / 20))) holders.push(await stack.signIn(`idle${number}`))
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
  bounded(run, `kB each of ${sockets} idle connections`, each, '≤ 30')
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
