import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { files } from '#shared/api/files.ts'
import type { PostCard } from '#shared/api/posts.ts'
import { ensureClient } from '../local/client.ts'
import { findBrowser } from '../scripts/browser.ts'
import { addSection } from '../test/factories/catalog.ts'
import { makePdf } from '../test/factories/documents.ts'
import { addPost } from '../test/factories/posts.ts'
import type { Person } from '../test/harness/person.ts'
import type { Stack } from '../test/harness/stack.ts'
import { median, pairs } from './lib/ratio.ts'
import { onStack } from './lib/stack.ts'
import { bounded, type Measured, type Run } from './lib/target.ts'

const pairsMeasured = 5
const network = { offline: false, latency: 10, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 }

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 414, height: 896 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }
// As "Slow 4G" and "3G" in DevTools.
const phoneNetworks = [
  { name: '1.6 Mbit/s', target: '≤ 2', latency: 300, throughput: 200_000 },
  { name: '400 kbit/s', target: '≤ 3', latency: 400, throughput: 50_000 },
] as const

/** How soon the first page of a document is on screen over 10 Mbit/s, and how smoothly a thousand pages scroll. */
export const readerTargets: Record<string, Measured> = {
  D1: {
    asks: 'The first page of a 100-page PDF at 10 Mbit/s shows in ≤ 1.3 × the time of the reference, after ≤ 8 requests; of a large file with pictures ≥ 15 × sooner than it takes to fetch it whole',
    reference: 'pdf.js alone on the same file',
    run: run =>
      onViewer(run, async (reader, author) => {
        const text = await share(author, await makePdf({ pages: 100, text: lesson }))
        await firstPage('text', reader, text)
        const pictures = await share(author, await picturePdf(100))
        await firstPage('scans', reader, pictures)
        await whole(reader, pictures)
      }),
  },
  D2: {
    asks: 'Scrolling 1,000 pages: no frame > 50 ms in 10 seconds, ≤ 30 pages in the document, memory flat after the first lap',
    reference: 'scrolling an empty page',
    run: run =>
      onViewer(run, async (reader, author) =>
        scrolling(reader, await share(author, await makePdf({ pages: run.count(1000), text: lesson }))),
      ),
  },
  D5: {
    asks: 'A phone shows the picture of a document’s first page within 2 s at 1.6 Mbit/s and 3 s at 400 kbit/s',
    reference: 'none: seconds',
    run: run =>
      onViewer(run, async (reader, author) =>
        onThePhone(reader, await share(author, await readFile('local/seed/documents/solved-exercises.pdf'))),
      ),
  },
}

// Of the run that goes on; there is one at a time.
let run: Run
let stack: Stack
let alone: Awaited<ReturnType<typeof serveAlone>>
let browser: Browser

async function onViewer(of: Run, work: (reader: Person, author: Person) => Promise<void>): Promise<void> {
  run = of
  await ensureClient()
  await onStack({}, async started => {
    stack = started
    alone = await serveAlone()
    browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] })
    try {
      await work(await stack.signIn('reader'), await stack.signIn('author'))
    } finally {
      await browser.close()
      alone.close()
    }
  })
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
  const times = `${opened.a | 0} ÷ ${opened.b | 0} ms`
  bounded(run, `${what}, from a click ÷ pdf.js alone`, opened.ratio, '≤ 1.3', times)
  bounded(run, `${what}, requests before it shows`, median(requests), '≤ 8')
  const direct = await pairs(pairsMeasured, () => fromAddress(reader, post), reference)
  console.log(`${what}, from the address, the app cold too: ${direct.ratio.toFixed(2)} × pdf.js alone`)
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
  const times = `${fetched | 0} ÷ ${opened | 0} ms`
  bounded(run, 'fetching the scans whole ÷ their first page', fetched / opened, '≥ 15', times)
}

async function onThePhone(reader: Person, post: PostCard): Promise<void> {
  for (const { name, target, latency, throughput } of phoneNetworks) {
    const conditions = {
      offline: false,
      latency,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    }
    for (const [way, open] of [
      ['from its address', address],
      ['from a click', click],
    ] as const) {
      const seconds = (milliseconds: number[]) => median(milliseconds) / 1000
      const shown: number[] = []
      const drawn: number[] = []
      for (let round = 0; round < 3; round++) {
        await withPage(
          reader,
          async page => {
            const start = await open(page, post)
            await page.waitForFunction(pictureStands, null, { timeout: 90_000 })
            shown.push(performance.now() - start)
            await page.locator('[data-page="1"] canvas').waitFor({ timeout: 90_000 })
            drawn.push(performance.now() - start)
          },
          conditions,
          phone,
        )
      }
      bounded(
        run,
        `${name} ${way}: the picture, s`,
        seconds(shown),
        target,
        `page: ${seconds(drawn).toFixed(1)} s`,
      )
    }
  }
}

/** In the browser: whether the picture of the first page is on screen, and not only its place. */
function pictureStands(): boolean {
  const picture = document.querySelector<Picture>('img[alt^="Page 1 of"]')
  return Boolean(
    picture?.complete && picture.naturalWidth > 0 && picture.checkVisibility({ visibilityProperty: true }),
  )
}

async function address(page: Page, post: PostCard): Promise<number> {
  const start = performance.now()
  await page.goto(`${stack.url}/read/${post.id}`, { waitUntil: 'commit', timeout: 90_000 })
  return start
}

async function click(page: Page, post: PostCard): Promise<number> {
  await page.goto(`${stack.url}/ignite/${post.id}`, { timeout: 90_000 })
  const link = page.getByRole('link', { name: 'View Document' })
  await link.waitFor({ timeout: 90_000 })
  await page.waitForLoadState('networkidle', { timeout: 90_000 })
  const start = performance.now()
  await link.tap()
  return start
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
    bounded(run, 'most pages in the document', Math.max(reading.pages, first.pages), '≤ 30')
    const before = await heap(page)
    await scroll(page, -lap)
    await scroll(page, lap)
    const after = await heap(page)
    const sizes = `${(after / 1e6).toFixed(1)} ÷ ${(before / 1e6).toFixed(1)} MB`
    bounded(run, 'heap after the third lap ÷ after the first', after / before, '≤ 1.1', sizes)
  }
  await withPage(reader, use, null)
  await withPage(
    reader,
    async page => {
      await page.setContent(
        '<section aria-label="Pages" style="height:90vh;overflow:auto"><div style="height:99999px">',
      )
      const { worst } = await scroll(page, 40)
      console.log(`of nothing: worst frame ${worst.toFixed(0)} ms`)
    },
    null,
  )
}

function tell(what: string, { worst, late, count, busiest }: Scrolled): void {
  bounded(run, `10 s ${what}: worst frame, ms`, worst, '≤ 50', `${late} of ${count} above 50`)
  bounded(run, `10 s ${what}: longest task by processor time, ms`, busiest, '≤ 50')
}

// The browser's, where `scroll` and `pictureStands` run.
type Picture = { complete: boolean; naturalWidth: number; checkVisibility(of: object): boolean }
declare const document: { querySelector<T>(selector: string): T | null }
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
  device: BrowserContextOptions = desktop,
): Promise<T> {
  const context = await browser.newContext(device)
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
    // As scripts/build/compressed.ts does to code of this size.
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
