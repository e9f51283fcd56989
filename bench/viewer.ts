import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { files } from '#shared/api/files.ts'
import type { PostCard } from '#shared/api/posts.ts'
import { ensureClient } from '../local/client.ts'
import { startPostgres } from '../local/postgres/postgres.ts'
import { addSection } from '../test/factories/catalog.ts'
import { makePdf } from '../test/factories/documents.ts'
import { addPost } from '../test/factories/posts.ts'
import { makeTemplate } from '../test/harness/databases.ts'
import type { Person } from '../test/harness/person.ts'
import { startStackOn } from '../test/harness/stack.ts'
import { median, pairs } from './lib/ratio.ts'

/**
 * Targets D1 and D2: how soon the first page of a document is on screen over 10 Mbit/s, against pdf.js alone on the same
 * file and against fetching it whole; and how smoothly a thousand pages scroll. `node bench/viewer.ts [D1|D2]`
 */
const pairsMeasured = Number(process.env.PAIRS ?? 5)
const wanted = process.argv[2] ?? 'D1 D2'
const network = { offline: false, latency: 10, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 }

'Each insertion into a dynamic array takes constant time on average over any long sequence. '.repeat(24)

const folder = await mkdtemp(join(tmpdir(), 'ignite-bench-'))
await ensureClient()
const postgres = await startPostgres({ dataDir: folder, fsync: false })
await makeTemplate(postgres.url)
const stack = await startStackOn(postgres.url)
const alone = await serveAlone()
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  const reader = await stack.signIn('reader')
  const author = await stack.signIn('author')
  if (wanted.includes('D1')) {
    const text = await share(author, await makePdf({ pages: 100, text: lesson }))
    await firstPage('100 pages of text', reader, text)
    const pictures = await share(author, await picturePdf(100))
    await firstPage('100 scanned pages', reader, pictures)
    await whole(reader, pictures)
  }
  if (wanted.includes('D2')) {
    await scrolling(reader, await share(author, await makePdf({ pages: 1000, text: lesson })))
  }
} finally {
  await browser.close()
  alone.close()
  await stack.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function share(author: Person, file: Buffer): Promise<PostCard> {
  console.log(`a document of ${(file.length / 1_000_000).toFixed(1)} MB`)
  return addPost(author, await addSection(stack.db), { file })
}

async function firstPage(what: string, reader: Person, post: PostCard): Promise<void> {
  alone.serve(Buffer.from(await (await fetch(await sign(reader, post))).arrayBuffer()))
  const requests: number[] = []
  const clicked = () => fromClick(reader, post, requests)
  const reference = () => pdfjsAlone(reader)
  const opened = await pairs(pairsMeasured, clicked, reference)
  report(
    `D1 ${what}: from a click ÷ pdf.js alone`,
    opened.ratio,
    '≤ 1.3',
    `${opened.a | 0} ÷ ${opened.b | 0} ms`,
  )
  report(`D1 ${what}: requests before it shows`, median(requests), '≤ 8', '')
  const direct = await pairs(pairsMeasured, () => fromAddress(reader, post), reference)
  report(
    `D1 ${what}: from the address, the app cold too ÷ pdf.js alone`,
    direct.ratio,
    '–',
    `${direct.a | 0} ÷ ${direct.b | 0} ms`,
  )
}

/** The reader's own code is cold; the page the person comes from is there, as it is when somebody clicks. */
async function fromClick(reader: Person, post: PostCard, requests: number[]): Promise<number> {
  return withPage(reader, async page => {
    await page.goto(`${stack.url}/ignite/${post.id}`)
    const link = page.getByRole('link', { name: 'View Document' })
    await link.waitFor()
    await page.waitForLoadState('networkidle')
    let asked = 0
    page.on('request', request => {
      if (/\/storage\/|\/api\/bucket\/download/.test(request.url())) asked++
    })
    const start = performance.now()
    // Not by the mouse, whose coming near already fetches the reader.
    await link.dispatchEvent('click')
    await page.locator('[data-page="1"] canvas').waitFor()
    requests.push(asked)
    return performance.now() - start
  })
}

async function fromAddress(reader: Person, post: PostCard): Promise<number> {
  return withPage(reader, async page => {
    const start = performance.now()
    await page.goto(`${stack.url}/read/${post.id}`, { waitUntil: 'commit' })
    await page.locator('[data-page="1"] canvas').waitFor()
    return performance.now() - start
  })
}

async function pdfjsAlone(reader: Person): Promise<number> {
  return withPage(reader, async page => {
    const start = performance.now()
    await page.goto(`${alone.url}/pdf.html?file=/file`, { waitUntil: 'commit' })
    await page.waitForFunction('document.title === "drawn"')
    return performance.now() - start
  })
}

async function whole(reader: Person, post: PostCard): Promise<void> {
  const opened = median([
    await fromClick(reader, post, []),
    await fromClick(reader, post, []),
    await fromClick(reader, post, []),
  ])
  const url = await sign(reader, post)
  const fetched = await withPage(reader, async page => {
    await page.goto(`${stack.url}/robots.txt`)
    const start = performance.now()
    await page.evaluate(
      address =>
        fetch(address)
          .then(response => response.arrayBuffer())
          .then(() => {}),
      url,
    )
    return performance.now() - start
  })
  report(
    'D1 fetching the scans whole ÷ their first page',
    fetched / opened,
    '≥ 15',
    `${fetched | 0} ÷ ${opened | 0} ms`,
  )
}

async function scrolling(reader: Person, post: PostCard): Promise<void> {
  const use = async (page: Page) => {
    await page.goto(`${stack.url}/read/${post.id}`)
    await page.locator('[data-page="1"] canvas').waitFor()
    const region = page.getByRole('region', { name: 'Pages' })
    const lap = await region.evaluate(element => element.scrollHeight / 600)
    const reading = await scroll(page, 40)
    tell('at reading speed', reading)
    const first = await scroll(page, lap)
    tell('through all pages', first)
    report('D2 most pages in the document', Math.max(reading.pages, first.pages), '≤ 30', '')
    const before = await heap(page)
    await scroll(page, -lap)
    await scroll(page, lap)
    const after = await heap(page)
    const sizes = `${(after / 1e6).toFixed(1)} ÷ ${(before / 1e6).toFixed(1)} MB`
    report('D2 heap after the third lap ÷ after the first', after / before, '≤ 1.1', sizes)
  }
  await withPage(reader, use, null)
  await withPage(
    reader,
    async page => {
      await page.setContent(
        '<section aria-label="Pages" style="height:90vh;overflow:auto"><div style="height:99999px">',
      )
      tell('of nothing, for comparison', await scroll(page, 40))
    },
    null,
  )
}

function tell(what: string, { worst, late, count, busiest }: Scrolled): void {
  report(`D2 10 s ${what}: worst frame, ms`, worst, '≤ 50', `(${late} of ${count} above 50)`)
  report(`D2 10 s ${what}: longest task by processor time, ms`, busiest, '≤ 50', '')
}

// The browser's, where `scroll` runs.
declare function requestAnimationFrame(callback: (now: number) => void): number

type Scrolled = { worst: number; late: number; count: number; pages: number; busiest: number }

/**
 * Scrolls by so many pixels a frame for 10 s and measures the time between frames, and the longest task of the page's
 * main thread by the processor's clock, which other work on the machine doesn't lengthen.
 */
async function scroll(page: Page, step: number): Promise<Scrolled> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  const region = page.getByRole('region', { name: 'Pages' })
  const seen = await region.evaluate(
    (element, step) =>
      new Promise<Omit<Scrolled, 'busiest'>>(resolve => {
        const seen = { worst: 0, late: 0, count: 0, pages: 0 }
        const start = performance.now()
        let last = start
        const tick = (now: number) => {
          const took = now - last
          last = now
          seen.count++
          seen.worst = Math.max(seen.worst, took)
          if (took > 50) seen.late++
          seen.pages = Math.max(seen.pages, element.querySelectorAll('[data-page]').length)
          element.scrollTop += step
          if (now - start < 10_000) requestAnimationFrame(tick)
          else resolve(seen)
        }
        requestAnimationFrame(tick)
      }),
    step,
  )
  return { ...seen, busiest: longestTask(await browser.stopTracing()) }
}

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } }

function longestTask(trace: Buffer): number {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString())
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  )
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && main.has(`${pid}/${tid}`),
  )
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0)
}

async function heap(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  return (await devtools.send('Runtime.getHeapUsage')).usedSize
}

/** A page with an empty cache, on a slow network unless told otherwise. */
async function withPage<T>(
  reader: Person,
  use: (page: Page) => Promise<T>,
  slow: typeof network | null = network,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const cookies = [...reader.cookies].map(([name, value]) => ({ name, value, url: stack.url }))
    await context.addCookies(cookies)
    const page = await context.newPage()
    if (slow) await (await context.newCDPSession(page)).send('Network.emulateNetworkConditions', slow)
    return await use(page)
  } finally {
    await context.close()
  }
}

async function sign(reader: Person, post: PostCard): Promise<string> {
  return (await reader.call(files.download, { body: { key: post.doc_url } })).body.url
}

/** pdf.js and nothing else: its code as small as ours, the file the stored one. */
async function serveAlone() {
  const library = resolve('node_modules/pdfjs-dist')
  const bodies = new Map<string, Buffer>()
  let file = Buffer.alloc(0)
  const server = createServer(async (request, response) => {
    const path = request.url!.split('?')[0]!
    if (path === '/file') return sendPart(response, file, request.headers.range)
    if (path === '/favicon.ico') return void response.writeHead(404).end()
    const source =
      path === '/pdf.html'
        ? 'bench/reference/pdf.html'
        : join(library, path.includes('fonts') ? '' : 'legacy/build', path)
    const isText = /\.(html|mjs)$/.test(path)
    const read = await readFile(source)
    // As scripts/compressed.ts does to code of this size.
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }
    const body = bodies.get(path) ?? (isText ? brotliCompressSync(read, quality) : read)
    bodies.set(path, body)
    const type = path.endsWith('.html')
      ? 'text/html'
      : path.endsWith('.mjs')
        ? 'text/javascript'
        : 'application/octet-stream'
    response.writeHead(200, { 'content-type': type, ...(isText && { 'content-encoding': 'br' }) }).end(body)
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    serve(bytes: Buffer<ArrayBuffer>) {
      file = bytes
    },
    close: () => void server.close(),
  }
}

function sendPart(response: ServerResponse, file: Buffer, range: string | undefined): void {
  const [, begin, end] = /bytes=(\d+)-(\d+)/.exec(range ?? '') ?? []
  if (begin === undefined) {
    response.writeHead(200, { 'accept-ranges': 'bytes', 'content-length': file.length }).end(file)
    return
  }
  const part = file.subarray(Number(begin), Number(end) + 1)
  const where = `bytes ${begin}-${Number(begin) + part.length - 1}/${file.length}`
  response.writeHead(206, { 'content-range': where, 'content-length': part.length }).end(part)
}

/** Pages as a scanner makes them: one picture each, some 230 kB. */
async function picturePdf(pages: number): Promise<Buffer> {
  const document = await PDFDocument.create()
  const background = { r: 244, g: 240, b: 228 }
  for (let number = 1; number <= pages; number++) {
    const noise = { type: 'gaussian' as const, mean: 235, sigma: 9 }
    const picture = await sharp({ create: { width: 1240, height: 1754, channels: 3, background, noise } })
      .jpeg({ quality: 78 })
      .toBuffer()
    document
      .addPage([595, 842])
      .drawImage(await document.embedJpg(picture), { x: 0, y: 0, width: 595, height: 842 })
  }
  return Buffer.from(await document.save())
}

function report(what: string, value: number, target: string, detail: string): void {
  console.log(`${what}: ${value.toFixed(2)} (target ${target}) ${detail}`)
}

/** A page of made-up prose, the same in each run, that compresses about as well as real prose. */
function lesson(page: number): string {
  let state = page * 2654435761
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const word = () => Array.from({ length: 2 + next(8) }, () => 'etaoinshrdlucmfw'[next(16)]).join('')
  return `Lesson ${page}. ${Array.from({ length: 360 }, word).join(' ')}`
}
