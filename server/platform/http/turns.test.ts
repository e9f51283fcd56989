import { afterEach, expect, test, vi } from 'vitest'
import { createTurns } from './turns.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Work that goes on until it is told to end; `begun` lists what has begun. */
function createWork(atOnce: number) {
  const inTurn = createTurns(atOnce)
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  return {
    begun,
    begin(caller: string, name: string) {
      const end = Promise.withResolvers<void>()
      ends.set(name, end)
      return inTurn(caller, () => {
        begun.push(name)
        return end.promise
      })
    },
    end: (name: string) => ends.get(name)!.resolve(),
    fail: (name: string) => ends.get(name)!.reject(new Error('broken')),
  }
}

test('a caller’s work beyond so much at once waits for their own, in order, and for nobody else’s', async () => {
  const { begun, begin, end, fail } = createWork(2)
  const [first, second] = ['a1', 'a2', 'a3', 'a4'].map(name => begin('ana', name))
  void begin('ben', 'b1')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  end('b1')
  fail('a2')
  await expect(second).rejects.toThrow('broken')
  await expect.poll(() => begun.slice(3)).toEqual(['a3'])
  end('a1')
  await first
  await expect.poll(() => begun.slice(4)).toEqual(['a4'])
})

test('work that waits for three seconds is refused, and leaves its place to others', async () => {
  vi.useFakeTimers()
  const { begun, begin, end } = createWork(1)
  void begin('ana', 'a1')
  const late = begin('ana', 'a2').catch(problem => problem)
  await vi.advanceTimersByTimeAsync(2_900)
  const early = begin('ana', 'a3')
  await vi.advanceTimersByTimeAsync(100)
  expect(await late).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 })
  end('a1')
  end('a3')
  await early
  expect(begun).toEqual(['a1', 'a3'])
})
