import { setTimeout as pause } from 'node:timers/promises'

export type Driven = {
  open: (url: string) => Promise<void>
  /** Waits for half a minute until a script in the page returns something true, and returns that. */
  until: (script: string) => Promise<unknown>
  /** Types into an element that a script returned. */
  type: (element: unknown, text: string) => Promise<void>
  /** As a PNG. */
  screenshot: () => Promise<Buffer>
  close: () => Promise<void>
}

const waitsMs = 30_000
const lookEveryMs = 250

/** Opens a browser through a WebDriver at this address (w3.org/TR/webdriver2), in a window of this size in CSS pixels. */
export async function openDriven(driver: string, width: number, height: number): Promise<Driven> {
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(driver + path, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await answer.json()) as { value: unknown }
    if (answer.ok) return value
    throw new Error((value as { message: string }).message)
  }
  const { sessionId } = (await call('POST', '/session', { capabilities: {} })) as { sessionId: string }
  const session = `/session/${sessionId}`
  await call('POST', `${session}/window/rect`, { width, height })
  const evaluate = (script: string) => call('POST', `${session}/execute/sync`, { script, args: [] })
  return {
    open: async url => void (await call('POST', `${session}/url`, { url })),
    async until(script) {
      for (const end = performance.now() + waitsMs; performance.now() < end; await pause(lookEveryMs)) {
        // While another page loads, no page can run the script.
        const found = await evaluate(script).catch(() => null)
        if (found) return found
      }
      throw new Error(`In vain: ${script}`)
    },
    async type(element, text) {
      const [id] = Object.values(element as Record<string, string>)
      await call('POST', `${session}/element/${id}/value`, { text })
    },
    screenshot: async () => Buffer.from(String(await call('GET', `${session}/screenshot`)), 'base64'),
    close: async () => void (await call('DELETE', session)),
  }
}
