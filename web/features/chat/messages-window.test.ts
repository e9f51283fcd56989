import { expect, test } from 'vitest'
import type { Message } from '#shared/api/messages.ts'
import {
  appended,
  isAtEnd,
  lastSeqOf,
  type MessagesWindow,
  pagesHeld,
  withDeletions,
  withMessage,
} from './messages-window.ts'

const message = (seq: number, more: Partial<Message> = {}): Message => ({
  conversation_id: 'c',
  seq,
  client_id: `client ${seq}`,
  mine: false,
  text: `message ${seq}`,
  attachments: [],
  reply_to: null,
  sent_at: '2026-11-21T12:00:00.000Z',
  deleted: false,
  ...more,
})
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => message(from + index))
const windowOf = (from: number, to: number, has_newer = false): MessagesWindow => ({
  pages: [{ messages: range(from, to), has_older: from > 1, has_newer }],
  pageParams: [{}],
})
const seqs = (window: MessagesWindow) => window.pages.flatMap(page => page.messages.map(({ seq }) => seq))

test('a message that follows is appended, and an existing one stays once', () => {
  const first = withMessage(
    { pages: [{ messages: [], has_older: false, has_newer: false }], pageParams: [{}] },
    message(1),
  )
  expect(seqs(first.window)).toEqual([1])
  const second = withMessage(first.window, message(2))
  expect(seqs(withMessage(second.window, message(2)).window)).toEqual([1, 2])
  expect(second.missing).toBe(false)
})

test('a gap is reported, and changes nothing until the missing messages are fetched', () => {
  const before = windowOf(1, 3)
  const { window, missing } = withMessage(before, message(6))
  expect(missing).toBe(true)
  expect(seqs(window)).toEqual([1, 2, 3])
  expect(seqs(appended(window, range(3, 6)))).toEqual([1, 2, 3, 4, 5, 6])
})

test('a window that ends before the conversation adds nothing', () => {
  const before = windowOf(10, 20, true)
  const { window, missing } = withMessage(before, message(21))
  expect([seqs(window).at(-1), missing, isAtEnd(window)]).toEqual([20, false, false])
})

test('a deleted message loses its words in place and in quotations', () => {
  const quoting = message(3, { reply_to: { seq: 2, mine: true, text: 'message 2', deleted: false } })
  const before: MessagesWindow = {
    pages: [{ messages: [message(2), quoting], has_older: true, has_newer: false }],
    pageParams: [{}],
  }
  const { window } = withMessage(before, message(2, { text: '', deleted: true }))
  const [two, three] = window.pages[0]!.messages
  expect([two!.text, two!.deleted]).toEqual(['', true])
  expect(three!.reply_to).toEqual({ seq: 2, mine: true, text: '', deleted: true })
})

test('fetched messages bring the deletions that were missed, and never undo one', () => {
  const quoting = (deleted: boolean) =>
    message(3, { reply_to: { seq: 1, mine: true, text: deleted ? '' : 'message 1', deleted } })
  const gone = (seq: number) => message(seq, { text: '', deleted: true })
  const before: MessagesWindow = {
    pages: [{ messages: [message(2), quoting(false), gone(4)], has_older: true, has_newer: false }],
    pageParams: [{}],
  }
  const { pages } = withDeletions(before, [gone(2), quoting(true), message(4), message(5)])
  expect(pages[0]!.messages).toEqual([gone(2), quoting(true), gone(4)])
  expect(withDeletions({ ...before, pages }, [message(2), quoting(false)]).pages).toEqual(pages)
})

test('whatever arrives, a window has a limited number of pages, without a gap, and knows what it dropped', () => {
  let window = windowOf(1, 30)
  for (let seq = 31; seq <= 2000; seq++) window = withMessage(window, message(seq)).window
  expect(window.pages).toHaveLength(pagesHeld)
  expect(window.pageParams).toHaveLength(pagesHeld)
  expect(lastSeqOf(window)).toBe(2000)
  const held = seqs(window)
  expect(held).toEqual(range(held[0]!, 2000).map(({ seq }) => seq))
  expect(window.pages[0]!.has_older).toBe(true)
  expect(window.pages.slice(0, -1).every(page => page.has_newer)).toBe(true)
  expect(isAtEnd(window)).toBe(true)
})
