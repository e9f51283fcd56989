import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { posts } from '#shared/api/posts.ts'
import { findBrowser } from '../scripts/browser.ts'
import { buildMinimal } from './first-load.ts'
import { type Demo, onDemo } from './lib/demo.ts'
import { median } from './lib/ratio.ts'
import type { Measured, Run } from './lib/target.ts'

/** Pinned, and fetched when it is wanted: its packages are a tenth of all that `npm ci` would install. */
const lighthouse = 'lighthouse@13.5.0'
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** The pages as Lighthouse sees them: a phone on slow 4G, an empty cache. */
export const pageTargets: Record<string, Measured> = {
  W2: {
    asks: 'Lighthouse on a phone profile, median of five: `/explore` ≥ 95, LCP ≤ 2 s, TBT ≤ 100 ms, ≤ 30 requests; `/` ≥ 99, LCP ≤ 1.6 s; other pages ≥ 90; CLS ≤ 0.01; accessibility, best practices and SEO 100',
    reference: 'a minimal app of the same libraries',
    run: run => onDemo(demo => pages(demo, run)),
  },
}

type Bounds = { performance: number; lcp?: number; tbt?: number; requests?: number }
type Page = { name: string; url: string; cookie?: string; bounds: Bounds }
type Seen = Record<(typeof categories)[number] | 'lcp' | 'tbt' | 'cls' | 'requests', number>

async function pages({ url, person, cookie }: Demo, run: Run): Promise<void> {
  const { body } = await person.call(posts.list, { query: { type: 'recent', offset: 0 } })
  const { id, username } = body.posts.find(post => !post.is_owner)!
  const others = { performance: 90 }
  const all: Page[] = [
    { name: '/', url, bounds: { performance: 99, lcp: 1_600 } },
    { name: '/login', url: `${url}/login`, bounds: others },
    ...Object.entries({
      '/explore': '/explore',
      '/search': '/search?text=notes',
      'a post': `/ignite/${id}`,
      'a profile': `/profile/${username}`,
      'the reader': `/read/${id}`,
    }).map(([name, path]) => ({ name, url: url + path, cookie, bounds: others })),
  ]
  all.find(({ name }) => name === '/explore')!.bounds = {
    performance: 95,
    lcp: 2_000,
    tbt: 100,
    requests: 30,
  }
  const minimal = await serveMinimal()
  try {
    const runs = Math.max(1, run.count(5))
    const alone = await seen({ name: 'a minimal app', url: minimal.url, bounds: others }, runs)
    console.log(`a minimal app: ${figures(alone.seen)}`)
    for (const page of all) {
      const { seen: found, complaints } = await seen(page, runs)
      const ratio = (found.lcp / alone.seen.lcp).toFixed(2)
      const told = [`${figures(found)}, LCP ${ratio} × the reference`, ...complaints]
      run.report({ what: page.name, figures: told.join('; '), kept: keeps(found, page.bounds) })
    }
  } finally {
    await minimal.close()
  }
}

function keeps(found: Seen, { performance, lcp, tbt, requests }: Bounds): boolean {
  const most = (value: number, bound = Number.POSITIVE_INFINITY) => value <= bound
  return (
    found.performance >= performance &&
    most(found.lcp, lcp) &&
    most(found.tbt, tbt) &&
    most(found.requests, requests) &&
    most(found.cls, 0.01) &&
    found.accessibility === 100 &&
    found['best-practices'] === 100 &&
    found.seo === 100
  )
}

function figures(found: Seen): string {
  return (
    `${found.performance}, LCP ${(found.lcp / 1000).toFixed(1)} s, TBT ${found.tbt.toFixed(0)} ms, CLS ${found.cls.toFixed(3)}, ` +
    `${found.requests} requests; accessibility ${found.accessibility}, best practices ${found['best-practices']}, SEO ${found.seo}`
  )
}

/** The medians of some runs, and what Lighthouse found wrong besides how fast it is. */
async function seen(page: Page, runs: number): Promise<{ seen: Seen; complaints: string[] }> {
  const found: Seen[] = []
  const complaints = new Set<string>()
  for (let n = 0; n < runs; n++) {
    const report = await look(page)
    const score = (name: (typeof categories)[number]) =>
      Math.round((report.categories[name]!.score ?? 0) * 100)
    const value = (audit: string) => report.audits[audit]!.numericValue ?? 0
    found.push({
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
      requests: requestsOf(report),
    })
    for (const category of ['accessibility', 'best-practices', 'seo'] as const) {
      for (const { id, weight } of report.categories[category]!.auditRefs) {
        const { score } = report.audits[id]!
        if (weight > 0 && score !== null && score < 1) complaints.add(id)
      }
    }
  }
  const names = Object.keys(found[0]!) as (keyof Seen)[]
  const medians = Object.fromEntries(names.map(name => [name, median(found.map(one => one[name]))]))
  return { seen: medians as Seen, complaints: [...complaints] }
}

type Report = {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<
    string,
    { score: number | null; numericValue?: number; details?: { items?: { url: string }[] } }
  >
}

/** Pictures inside the styles are among Lighthouse's requests, but not on the network. */
function requestsOf({ audits }: Report): number {
  const all = audits['network-requests']!.details?.items ?? []
  return all.filter(({ url }) => !url.startsWith('data:')).length
}

async function look({ url, cookie }: Page): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'ignite-pages-'))
  try {
    const file = join(folder, 'report.json')
    const args = [
      '--yes',
      lighthouse,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${categories}`,
      '--chrome-flags=--headless=new --no-sandbox',
      ...(cookie ? [`--extra-headers=${JSON.stringify({ cookie })}`] : []),
    ]
    await promisify(execFile)('npx', args, {
      env: { ...process.env, CHROME_PATH: await findBrowser() },
      timeout: 180_000,
    })
    const report: Report = JSON.parse(await readFile(file, 'utf8'))
    if (report.runtimeError) throw new Error(`${url}: ${report.runtimeError.message}`)
    return report
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The minimal app, with its files as small as ours travel. */
async function serveMinimal() {
  const folder = await mkdtemp(join(tmpdir(), 'ignite-bench-'))
  await buildMinimal(folder)
  const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }
  const server = createServer(async (request, response) => {
    const path = request.url === '/' ? '/index.html' : request.url!
    const small = await readFile(`${join(folder, path)}.br`).catch(() => null)
    const body = small ?? (await readFile(join(folder, path)).catch(() => null))
    if (!body) return void response.writeHead(404).end()
    const type = types[path.split('.').at(-1)!] ?? 'application/octet-stream'
    response.writeHead(200, { 'content-type': type, ...(small && { 'content-encoding': 'br' }) }).end(body)
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
