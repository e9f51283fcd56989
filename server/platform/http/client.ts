import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPagePath, sharedPage, sharePath } from '#shared/domain/page-paths.ts'
import { within } from '#shared/domain/within.ts'
import { openPageDrawer } from './page-drawer.ts'
import { readPageFiles } from './page-files.ts'
import { composePage, type PageAnswers, type PageDescription, type PagePicture } from './page-html.ts'
import { problem } from './problem.ts'

type Client = {
  /** The folder of the built client; null if this process serves none. */
  webDir: string | null
  publicUrl: string
  /**
   * The public description of the page at a path; null if visitors find nothing there, `missing` if nobody does,
   * undefined for pages without descriptions.
   */
  describePath?: (path: string) => Promise<PageDescription | 'missing' | null> | undefined
  /** Whether a request brings a login, by its cookies; it may have ended. */
  isSignedIn?: (cookies: string | undefined) => boolean
  /** The calls whose answers come with a page. */
  firstCalls?: (url: string, signedIn: boolean) => string[]
  /** The calls that follow from these answers. */
  nextCalls?: (url: string, answers: PageAnswers) => string[]
  /** The picture that the page shows before its scripts have loaded. */
  pictureOf?: (url: string, answers: PageAnswers) => PagePicture | null
}

/** The page doesn't wait longer for answers that it could fetch itself. */
const answersWithinMs = 500

/**
 * Serves the built client: files with a hash in their name are cached forever, the page itself never, and
 * every address that is neither a call nor a file gets the page, since the client's router decides what to
 * show.
 */
export async function clientRoutes(app: FastifyInstance, client: Client): Promise<void> {
  const { webDir, publicUrl, describePath = () => undefined, firstCalls = () => [] } = client
  const { isSignedIn = () => false } = client
  const root = webDir && resolve(webDir)
  const index = root && join(root, 'index.html')
  const page = index && existsSync(index) ? readFileSync(index, 'utf8') : null
  const scriptsOf = root ? readPageFiles(root) : () => []
  const drawer = openPageDrawer(root, publicUrl, app.log)
  app.addHook('onClose', () => drawer?.close())
  if (root && page) await serveFiles(app, root)
  redirectShared(app)

  const sendPageOf = async (request: FastifyRequest, reply: FastifyReply) => {
    // Browsers don't send the part behind `#`. For a client that does, it isn't part of the path.
    const path = request.url.split(/[?#]/, 1)[0]!
    const isOfPage = (request.method === 'GET' || request.method === 'HEAD') && isPagePath(path)
    const described = page && isOfPage ? describePath(path) : undefined
    if (!page || !isOfPage || !acceptsPage(request, path, described !== undefined)) {
      throw problem('not_found', 'There’s nothing here.')
    }
    const signedIn = isSignedIn(request.headers.cookie)
    const calls = request.method === 'GET' ? firstCalls(request.url, signedIn) : []
    const [found, answers] = await Promise.all([
      described?.catch(error => {
        // The client explains an unreachable database better than an error page does.
        request.log.warn({ err: error }, 'page served without its description')
        return undefined
      }),
      answersOf(app, request, calls, client.nextCalls),
    ])
    const scripts = scriptsOf(path, signedIn)
    // Without a page at the address, too, there is nothing to list.
    const unlisted = found === undefined && scripts === null
    const description = found === 'missing' ? undefined : unlisted ? null : found
    // The client says so to people; this is for search engines.
    if (found === 'missing' || unlisted) reply.status(404)
    // A page with somebody's answers is private; the browser revalidates the plain page each time.
    reply.header('cache-control', calls.length ? 'no-store' : 'no-cache')
    if (description === undefined && !calls.length && !scripts?.length) return reply.sendFile('index.html')
    const picture = client.pictureOf?.(request.url, answers) ?? null
    const draws = drawer && calls.length > 0 && !picture
    const html = composePage(page, publicUrl, {
      scripts: scripts ?? [],
      description,
      answers: calls.length ? answers.json : null,
      picture,
      drawing: draws ? await drawer.draw(request.url, answers.json) : null,
    })
    return sendPage(request, reply, html)
  }
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) =>
    // Pages have a queue of their own: a page waits for calls of the same caller, and in one queue it could wait for itself.
    app.inTurn(`pages of ${request.caller}`, () => sendPageOf(request, reply)),
  )
}

async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  const common = { index: false, preCompressed: true, cacheControl: false } as const
  await app.register(fastifyStatic, {
    ...common,
    root,
    // The few files beside the assets have a route each; every other address is a page.
    wildcard: false,
    globIgnore: ['assets/**'],
    setHeaders: response => void response.header('cache-control', 'no-cache'),
  })
  // A thousand files: a route for each would take a fifth of a second of a slow machine's every start.
  await app.register(fastifyStatic, {
    ...common,
    root: join(root, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    setHeaders: response => void response.header('cache-control', 'public, max-age=31536000, immutable'),
  })
}

/**
 * Files that people share to Ignite are normally received by the service worker. Signing out removes it, and then the browser
 * posts them here. We can't keep them, so we just open the form, before the body is read.
 */
function redirectShared(app: FastifyInstance): void {
  app.post(
    sharePath,
    { onRequest: async (_request, reply) => reply.redirect(sharedPage, 303) },
    async () => undefined,
  )
}

/**
 * Whether a request takes a page. Crawlers, uptime checks and link previews accept any type; so do pages that load a script or a
 * picture, which must get a 404. A username may look like a file name.
 */
function acceptsPage(
  { headers: { accept = '*/*' } }: FastifyRequest,
  path: string,
  isDescribed: boolean,
): boolean {
  const isFile = /\.[a-z0-9]+$/i.test(path) && !isDescribed
  return accept.includes('text/html') || (accept.includes('*/*') && !isFile)
}

/**
 * The answers of these calls, and of the calls that follow from them, for the person who requests the page: the routes themselves
 * answer, with the request's cookie and address, so that a page never carries what its reader couldn't fetch.
 * Refused or late calls are left out, and the page fetches them.
 */
async function answersOf(
  app: FastifyInstance,
  { headers, ip, url: page }: FastifyRequest,
  urls: string[],
  nextCalls: Client['nextCalls'],
): Promise<PageAnswers> {
  const answers: PageAnswers = { json: {}, pictures: {} }
  const ask = async (url: string) => {
    const answer = await app.inject({
      method: 'GET',
      url,
      headers: { cookie: headers.cookie ?? '', accept: '*/*' },
      remoteAddress: ip,
    })
    if (answer.statusCode !== 200) return
    const type = String(answer.headers['content-type'])
    if (type.startsWith('image/'))
      answers.pictures[url] = `data:${type};base64,${answer.rawPayload.toString('base64')}`
    else answers.json[url] = answer.body
  }
  const askAll = (all: string[]) => Promise.allSettled(all.map(ask))
  await within(
    answersWithinMs,
    askAll(urls).then(() => askAll(nextCalls?.(page, answers) ?? [])),
  )
  // Later ones miss the page.
  return { json: { ...answers.json }, pictures: { ...answers.pictures } }
}

/** Sends a page compressed if the browser accepts that: the answers make it several times as long. */
async function sendPage({ headers }: FastifyRequest, reply: FastifyReply, html: string) {
  reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding')
  const accepted = headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
    return reply.header('content-encoding', 'br').send(await promisify(brotliCompress)(html, { params }))
  }
  if (!/\bgzip\b/.test(accepted)) return reply.send(html)
  return reply.header('content-encoding', 'gzip').send(await promisify(gzip)(html))
}
