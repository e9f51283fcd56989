import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import { within } from '#shared/domain/within.ts'

/** A page as it looks before its scripts have loaded. */
export type DrawnPage = { html: string; title: string | null }

export type PageDrawer = {
  /**
   * Draws the page at an address (path and query) from the answers of calls (JSON, by address). Null if the page can't be
   * drawn, or not in time: the browser then draws all of it.
   */
  draw: (url: string, answers: Record<string, string>) => Promise<DrawnPage | null>
  close: () => Promise<void>
}

export type ToDraw = { id: number; url: string; answers: Record<string, string> }
export type Drawn = { id: number; page: DrawnPage | null; error?: unknown }

/** After this time, the browser would have drawn the page itself. */
const worthMs = 1_000
/** A thread that hasn't answered for this long is stuck. */
const stuckMs = 10_000
/** With this many pages in the queue, further ones are sent without a drawing. */
const mostWaiting = 20

/**
 * Draws pages in a separate thread, so that no page blocks other people's calls, and the client's code shares no memory with the
 * server. Null if the client was built without a drawer.
 */
export function openPageDrawer(
  webDir: string | null,
  publicUrl: string,
  log: FastifyBaseLogger,
): PageDrawer | null {
  const code = webDir && join(webDir, '.drawer/draw-page.js')
  if (!code || !existsSync(code)) return null
  const waiting = new Map<number, (drawn: Drawn) => void>()
  let thread: Worker | undefined
  let asked = 0

  function start(): Worker {
    const started = new Worker(new URL('page-drawer-child.ts', import.meta.url), {
      workerData: { code, publicUrl },
      env: { NODE_ENV: 'production' },
    })
    started.on('message', (drawn: Drawn) => waiting.get(drawn.id)?.(drawn))
    started.on('error', error => log.error({ err: error }, 'the thread that draws pages ended'))
    started.on('exit', () => {
      if (thread === started) thread = undefined
      for (const [id, end] of waiting) end({ id, page: null })
    })
    started.unref()
    return started
  }

  async function draw(url: string, answers: Record<string, string>) {
    if (waiting.size >= mostWaiting) return null
    thread ??= start()
    const asking = thread
    const id = ++asked
    const stuck = setTimeout(() => void asking.terminate(), stuckMs)
    const drawing = new Promise<DrawnPage | null>(resolve => {
      waiting.set(id, ({ page, error }) => {
        clearTimeout(stuck)
        waiting.delete(id)
        if (error) log.warn({ err: error, page: url.split('?', 1)[0] }, 'a page could not be drawn')
        resolve(page)
      })
    })
    asking.postMessage({ id, url, answers } satisfies ToDraw)
    return within(worthMs, drawing)
  }

  thread = start()
  return { draw, close: async () => void (await thread?.terminate()) }
}
