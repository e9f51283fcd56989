import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import type { Call } from '#shared/api/contract.ts'
import { follows } from '#shared/api/follows.ts'
import { invitations } from '#shared/api/invitations.ts'
import { payments } from '#shared/api/payments.ts'
import { payouts } from '#shared/api/payouts.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { search } from '#shared/api/search.ts'
import { wallets } from '#shared/api/wallets.ts'
import { call, callWith, send } from './api.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** What a person reads if a call gets an answer. */
async function textAfter(made: Call, answer: Response): Promise<string> {
  vi.stubGlobal('fetch', async () => answer)
  return call(made, {}).then(
    () => 'nothing',
    error => error.detail,
  )
}

const page = (status: number) =>
  new Response('<h1>Bad gateway</h1>', { status, headers: { 'content-type': 'text/html' } })

test.each<[string, Call]>([
  ['error in axios follow function', follows.follow],
  ['error in axios follow function', follows.unfollow],
  ['Unable to get the checkout url', payments.bookSlot],
  ['Unable to book the session: some server error happened', payments.bookSession],
  ['Unable to save the post', posts.save],
  ['Unable to invite students to the session', invitations.send],
  ['Unable to fetch invites', invitations.received],
  ['Unable to fetch transactions', wallets.transactions],
  ['Unable to fetch your posts', search.ownPosts],
  ['Something went wrong!', payouts.create],
  ['Something went wrong!', payouts.openSession],
  ['some error happened', profiles.own],
])('“%s” is what a failure says if the server said nothing', async (text, made) => {
  expect(await textAfter(made, page(502))).toBe(text)
  const problem = Response.json({ code: 'conflict', detail: 'This session is full.' }, { status: 409 })
  expect(await textAfter(made, problem)).toBe('This session is full.')
})

test('an answer that breaks off is as lost as one that never came', async () => {
  const cutOff = new ReadableStream({ pull: body => body.error(new TypeError('network error')) })
  const answer = new Response(cutOff, { headers: { 'content-type': 'application/json' } })
  expect(await textAfter(profiles.own, answer)).toMatch(/^You were offline/)
})

test.each<[string, Call, object | undefined, boolean, number]>([
  ['an answer that doesn’t begin', profiles.own, undefined, false, 30_000],
  ['an answer that doesn’t end', profiles.own, undefined, true, 60_000],
  ['an answer about a file that doesn’t begin', posts.create, undefined, false, 150_000],
  ['an answer about a picture that doesn’t begin', profiles.save, { profile_image: 'a key' }, false, 150_000],
  ['an answer about a profile’s texts that doesn’t begin', profiles.save, { name: 'Ada' }, false, 30_000],
])('%s is lost at some time', async (_, made, body, begins, longestMs) => {
  const asked = Promise.withResolvers<void>()
  await using server = createServer((_request, response) => {
    if (begins) response.writeHead(200, { 'content-type': 'application/json' }).write('{')
    else asked.resolve()
  })
  await once(server.listen(0), 'listening')
  const { port } = server.address() as AddressInfo
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const answer = fetch(`http://localhost:${port}${path}`, init)
    if (begins) {
      await answer
      asked.resolve()
    }
    return answer
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const waiting = vi.fn()
  const lost = callWith(made, { body } as never).catch(error => error)
  void lost.then(waiting)
  await asked.promise
  // Its body is read a moment later.
  await new Promise(setImmediate)
  await vi.advanceTimersByTimeAsync(longestMs - 1)
  expect(waiting).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(await lost).toMatchObject({ code: 'offline', late: true })
  server.closeAllConnections()
})

test('a file that isn’t taken is lost at some time, a larger one later', async () => {
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason))),
  )
  vi.useFakeTimers()
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(500_000)]))
  const lost = vi.fn()
  send('/picture', { method: 'PUT', body }).catch(lost)
  await vi.advanceTimersByTimeAsync(249_999)
  expect(lost).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(lost).toHaveBeenCalledWith(expect.objectContaining({ code: 'offline', late: true }))
})

test('a page instead of an answer is an unexpected response', async () => {
  expect(await textAfter(profiles.own, page(200))).toBe('Unexpected response from the server.')
})
