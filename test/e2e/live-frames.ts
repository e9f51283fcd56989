import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Collects what the page hears of boards from its next load on; the result waits until it has heard something. */
export function listenFor(page: Page): (words: string) => Promise<void> {
  let heard = ''
  page.on('websocket', socket => {
    socket.on('framereceived', ({ payload }) => {
      heard += payload
    })
  })
  return words => expect.poll(() => heard).toContain(words)
}
