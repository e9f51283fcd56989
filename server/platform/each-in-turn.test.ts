import { expect, test } from 'vitest'
import { eachInTurn } from './each-in-turn.ts'

test('one that fails doesn’t hold up the others, and is told at the end', async () => {
  const done: number[] = []
  const all = eachInTurn([1, 2, 3, 4], 'numbers couldn’t be halved', async one => {
    if (one % 2 === 1) throw new Error(`${one} is odd`)
    done.push(one)
  })
  await expect(all).rejects.toMatchObject({
    message: '2 numbers couldn’t be halved',
    errors: [{ message: '1 is odd' }, { message: '3 is odd' }],
  })
  expect(done).toEqual([2, 4])
})
