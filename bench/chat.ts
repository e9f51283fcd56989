import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chat } from '#shared/api/chat.ts'
import { freePort } from '../local/ports.ts'
import { startPostgres } from '../local/postgres/postgres.ts'
import { makeTemplate } from '../test/harness/databases.ts'
import { eventually } from '../test/harness/eventually.ts'
import { killableStackOn } from '../test/harness/killable.ts'
import { openRaw, type RawLive } from '../test/harness/raw-live.ts'
import { runTraffic } from '../test/traffic/chat.ts'

/**
 * A-9 of the security targets at its full figures: ten thousand messages between two servers, of which one is killed, while a
 * hundred times every connection is cut; and what a thousand sockets that say nothing weigh. `MESSAGES=1000 node bench/chat.ts`
 * runs a tenth.
 */
const messages = Number(process.env.MESSAGES ?? 10_000)
const idle = 1_000

const folder = await mkdtemp(join(tmpdir(), 'ignite-chat-'))
const postgres = await startPostgres({ dataDir: folder, fsync: true })
let missed = 0
try {
  await makeTemplate(postgres.url)
  await traffic()
  await sockets()
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = missed > 0 ? 1 : 0

async function traffic(): Promise<void> {
  const port = await freePort()
  const stack = await killableStackOn(postgres.url, { publicUrl: `http://127.0.0.1:${port}` })
  try {
    const outcome = await runTraffic(stack, port, { pairs: 8, messages, cuts: messages / 100 })
    const { stored, lost, doubled, disordered, reconnects, seconds } = outcome
    report(
      `${messages} messages, ${messages / 100} cuts, one server killed`,
      `${stored} stored, ${lost} lost, ${doubled} doubled, ${disordered} out of order, ${reconnects} reconnects, ${Math.round(messages / seconds)} a second`,
      stored === messages && lost + doubled + disordered === 0,
    )
  } finally {
    await stack.close()
  }
}

async function sockets(): Promise<void> {
  const stack = await killableStackOn(postgres.url)
  try {
    await stack.start()
    const people = await Promise.all(Array.from({ length: 20 }, (_, index) => stack.signIn(`idle${index}`)))
    for (const person of people) await person.call(chat.liveTicket)
    const before = await residentMiB(stack.url)
    const open: RawLive[] = []
    for (let number = 0; number < idle; number++) {
      const { body } = await people[number % people.length]!.call(chat.liveTicket)
      const connection = await openRaw(stack.url, { origin: stack.url })
      connection.frame(`40/chat,${JSON.stringify({ ticket: body.ticket })}`)
      open.push(connection)
    }
    await eventually('all are let in', async () =>
      open.every(({ texts }) => texts.some(text => text.startsWith('40/chat'))),
    )
    const added = (await residentMiB(stack.url)) - before
    report(`${idle} idle sockets`, `${added.toFixed(1)} MiB more`, added <= 100)
    for (const { socket } of open) socket.destroy()
  } finally {
    await stack.close()
  }
}

async function residentMiB(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 1024 / 1024
}

function report(what: string, figures: string, kept: boolean): void {
  if (!kept) missed++
  process.stdout.write(`${kept ? 'kept  ' : 'MISSED'}  ${what}: ${figures}\n`)
}
