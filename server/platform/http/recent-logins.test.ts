import { expect, test, vi } from 'vitest'
import { createRecentLogins } from './recent-logins.ts'

const look = (answer: string | null) => vi.fn(async () => answer)

test('simultaneous calls share one lookup', async () => {
  const recent = createRecentLogins<string>()
  const first = look('maya')
  const answers = await Promise.all([
    recent.find('t', 0, first),
    recent.find('t', 10, first),
    recent.find('t', 499, first),
  ])
  expect(answers).toEqual(['maya', 'maya', 'maya'])
  expect(first).toHaveBeenCalledTimes(1)
})

test('looks again after half a second of either clock', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const recent = createRecentLogins<string>()
  await recent.find('t', 0, look('maya'))
  expect(await recent.find('t', 500, look('by the product’s clock'))).toBe('by the product’s clock')
  vi.advanceTimersByTime(500)
  expect(await recent.find('t', 500, look('by the machine’s clock'))).toBe('by the machine’s clock')
  vi.useRealTimers()
})

test('forgets on request, even during a lookup', async () => {
  const recent = createRecentLogins<string>()
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const underWay = recent.find('t', 0, () => promise)
  recent.forget('t')
  resolve('maya')
  await underWay
  expect(await recent.find('t', 0, look(null))).toBeNull()
})

test('caches neither an absence nor a failure', async () => {
  const recent = createRecentLogins<string>()
  expect(await recent.find('t', 0, look(null))).toBeNull()
  await expect(recent.find('t', 0, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await recent.find('t', 0, look('maya'))).toBe('maya')
})
