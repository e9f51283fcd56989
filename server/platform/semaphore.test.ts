import { expect, test } from 'vitest'
import { Busy, createSemaphore } from './semaphore.ts'

/** Queues callers for these people; each one logs its name when admitted and stays until released. */
function arrange(size: number, maxOfOne?: number) {
  const semaphore = createSemaphore(size, 50, maxOfOne)
  const entered: string[] = []
  const leaving = new Map<string, () => void>()
  const come = (name: string, signal?: AbortSignal) =>
    semaphore.enter(signal, name[0]).then(leave => {
      entered.push(name)
      leaving.set(name, leave)
    })
  const settle = () => new Promise(resolve => setImmediate(resolve))
  const leave = async (name: string) => {
    leaving.get(name)!()
    await settle()
  }
  return { entered, come, leave, settle }
}

test('people take turns, no matter how many callers one has waiting', async () => {
  const { entered, come, leave, settle } = arrange(1)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void come(name)
  await settle()
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await leave(name)
  expect(entered).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('of one person only one caller enters, and another person takes the second place', async () => {
  const { entered, come, leave, settle } = arrange(2)
  for (const name of ['a1', 'a2', 'a3', 'b1']) void come(name)
  await settle()
  expect(entered).toEqual(['a1', 'b1'])
  await leave('b1')
  expect(entered).toEqual(['a1', 'b1'])
  await leave('a1')
  expect(entered).toEqual(['a1', 'b1', 'a2'])
})

test('a person with too many waiting callers is told that it is busy, while others still find room', async () => {
  const { entered, come, settle } = arrange(1, 2)
  for (const name of ['a1', 'a2', 'a3']) void come(name)
  await expect(come('a4')).rejects.toThrow(Busy)
  void come('b1')
  await settle()
  expect(entered).toEqual(['a1'])
})

test('a caller that stops waiting leaves no gap', async () => {
  const { entered, come, leave, settle } = arrange(1)
  const giving = new AbortController()
  void come('a1')
  const given = expect(come('b1', giving.signal)).rejects.toThrow('gone elsewhere')
  void come('c1')
  await settle()
  giving.abort(new Error('gone elsewhere'))
  await given
  await leave('a1')
  expect(entered).toEqual(['a1', 'c1'])
})
