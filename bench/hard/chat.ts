import { chat } from '#shared/api/chat.ts'
import { freePort } from '../../local/ports.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { killableStackOn } from '../../test/harness/killable.ts'
import { openRaw, type RawLive } from '../../test/harness/raw-live.ts'
import { runTraffic } from '../../test/traffic/chat.ts'
import { onPostgres } from '../lib/stack.ts'
import type { Run, Target } from '../lib/target.ts'

export const chatTargets: Record<string, Target> = {
  'A-9': {
    asks: '10,000 messages through 100 cuts and one killed server of two: none lost or doubled; 1,000 idle sockets: 100 MiB at most',
    run: run =>
      onPostgres(async url => {
        await traffic(url, run)
        await idleSockets(url, run)
      }),
  },
}

async function traffic(postgresUrl: string, { count, report }: Run): Promise<void> {
  const port = await freePort()
  const pairs = 8
  // The same number from each side of a pair.
  const messages = Math.ceil(count(10_000) / pairs) * pairs
  const cuts = count(100)
  const stack = await killableStackOn(postgresUrl, { publicUrl: `http://127.0.0.1:${port}` })
  try {
    const outcome = await runTraffic(stack, port, { pairs, messages, cuts })
    const { stored, lost, doubled, disordered, reconnects, seconds } = outcome
    report({
      what: `${messages} messages, ${cuts} cuts`,
      figures: `${stored} stored, ${lost} lost, ${doubled} doubled, ${disordered} out of order, ${reconnects} reconnects, ${Math.round(messages / seconds)} a second`,
      kept: stored === messages && lost + doubled + disordered === 0,
    })
  } finally {
    await stack.close()
  }
}

async function idleSockets(postgresUrl: string, { count, report }: Run): Promise<void> {
  const sockets = count(1_000)
  const stack = await killableStackOn(postgresUrl)
  try {
    await stack.start()
    const people = await Promise.all(Array.from({ length: 20 }, (_, index) => stack.signIn(`idle${index}`)))
    for (const person of people) await person.call(chat.liveTicket)
    const before = await residentMiB(stack.url)
    const open: RawLive[] = []
    for (let number = 0; number < sockets; number++) {
      const { body } = await people[number % people.length]!.call(chat.liveTicket)
      const connection = await openRaw(stack.url, { origin: stack.url })
      connection.frame(`40/chat,${JSON.stringify({ ticket: body.ticket })}`)
      open.push(connection)
    }
    await eventually('all are let in', async () =>
      open.every(({ texts }) => texts.some(text => text.startsWith('40/chat'))),
    )
    const added = (await residentMiB(stack.url)) - before
    report({ what: `${sockets} idle sockets`, figures: `${added.toFixed(1)} MiB more`, kept: added <= 100 })
    for (const { socket } of open) socket.destroy()
  } finally {
    await stack.close()
  }
}

async function residentMiB(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 1024 / 1024
}
