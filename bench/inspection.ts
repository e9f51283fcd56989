/**
 * How long an honest upload waits behind fifty hostile ones from one account, each a small PDF that would
 * occupy an inspector for as long as allowed, and which come again as soon as they are refused (target: at
 * most 2 s more than alone). `node bench/inspection.ts`
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createInspector } from '#server/product/files/inspection/inspector.ts'
import { makePdf, makeSlowPdf } from '../test/factories/documents.ts'
import { ms } from './lib/measure.ts'
import { median } from './lib/ratio.ts'

const honestUploads = 8
const hostileUploads = 50

const folder = await mkdtemp(join(tmpdir(), 'ignite-bench-'))
const inspector = createInspector()
try {
  const [honest, hostile] = [join(folder, 'honest'), join(folder, 'hostile')]
  await writeFile(honest, await makePdf({ pages: 12 }))
  await writeFile(hostile, await makeSlowPdf())

  const upload = async (person: string) => {
    const start = performance.now()
    await inspector.pdf(person, honest, join(folder, 'written'))
    return performance.now() - start
  }
  // The first upload starts a process; two at the same time start both.
  await Promise.all([upload('ana'), inspector.pdf('ben', honest, join(folder, 'other'))])
  const alone = await inARow(() => upload('ana'))

  const over = new AbortController()
  let ended = 0
  let refused = 0
  const attack = async () => {
    while (!over.signal.aborted) {
      await inspector.pdf('mallory', hostile, join(folder, 'never')).catch(({ reason }) => {
        if (reason === 'busy') refused++
        else ended++
      })
      await pause(100)
    }
  }
  const attacks = Array.from({ length: hostileUploads }, attack)
  await pause(2000)
  const behind = await inARow(async () => {
    await pause(1000)
    return upload('ana')
  })
  over.abort()
  const waits = behind.map(time => Math.max(0, time - median(alone)))
  console.log(`Alone: median ${ms(median(alone))} ms, longest ${ms(Math.max(...alone))} ms`)
  console.log(
    `Behind ${hostileUploads} hostile: median ${ms(median(behind))} ms, longest ${ms(Math.max(...behind))} ms`,
  )
  console.log(
    `Longest wait: ${ms(Math.max(...waits))} ms (target ≤ 2000). Hostile files ended ${ended}, refused as busy ${refused}`,
  )
  await Promise.allSettled([inspector.close(), ...attacks])
} finally {
  await inspector.close()
  await rm(folder, { recursive: true, force: true })
}

async function inARow(once: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < honestUploads; n++) times.push(await once())
  return times
}
