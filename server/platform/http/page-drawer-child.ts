import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { Drawn, DrawnPage, ToDraw } from './page-drawer.ts'

type Client = {
  drawPage: (url: string) => Promise<DrawnPage | null>
  findAnswersBy: (find: (path: string) => unknown) => void
}

/** A bound for the pages behind this one. The first drawing of a page includes loading its code. */
const drawnWithinMs = 500

// The client reads these. A server has no screen and stores no person's choices. Node's own storage only prints a warning.
Reflect.deleteProperty(globalThis, 'localStorage')
const nothing = () => {}
Object.assign(globalThis, {
  location: new URL(workerData.publicUrl),
  matchMedia: () => ({ matches: false, addEventListener: nothing, removeEventListener: nothing }),
  addEventListener: nothing,
  removeEventListener: nothing,
})

/** A drawing that took too long can still run during the next one. Neither may see the other's answers. */
const answersOfDrawing = new AsyncLocalStorage<ReadonlyMap<string, unknown>>()

const client: Client = await import(pathToFileURL(workerData.code).href)
client.findAnswersBy(async path => {
  const answer = answersOfDrawing.getStore()?.get(path)
  if (answer === undefined) throw new Error(`no answer for ${path}`)
  return answer
})

let last: Promise<void> = Promise.resolve()
parentPort!.on('message', (asked: ToDraw) => {
  last = last.then(async () => parentPort!.postMessage(await draw(asked)))
})

async function draw({ id, url, answers }: ToDraw): Promise<Drawn> {
  const parsed = new Map(Object.entries(answers).map(([path, json]) => [path, JSON.parse(json)]))
  try {
    const drawing = answersOfDrawing.run(parsed, () => client.drawPage(url))
    return { id, page: await Promise.race([drawing, wait(drawnWithinMs, null)]) }
  } catch (error) {
    return { id, page: null, error }
  }
}
