import { expect, test } from 'vitest'
import { createRenderQueue } from './render-queue.ts'

function recorder() {
  const drawn: number[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const draw = (page: number) => async () => {
    drawn.push(page)
  }
  return { drawn, draw, done: resolve, finished: promise }
}

test('the page nearest to the current one is drawn first, by its distance at that time', async () => {
  const queue = createRenderQueue()
  const { drawn, draw, done, finished } = recorder()
  let reading = 1
  const add = (page: number, run = draw(page)) => queue.add({ distance: () => Math.abs(page - reading), run })
  add(1, async () => {
    drawn.push(1)
    reading = 9
  })
  add(2)
  add(9)
  add(50, async () => done())
  await finished
  expect(drawn).toEqual([1, 9, 2])
})

test('a page that left before its turn is not drawn', async () => {
  const queue = createRenderQueue()
  const { drawn, draw, done, finished } = recorder()
  queue.add({ distance: () => 0, run: draw(1) })
  const takeBack = queue.add({ distance: () => 1, run: draw(2) })
  queue.add({ distance: () => 2, run: async () => done() })
  takeBack()
  await finished
  expect(drawn).toEqual([1])
})

test('a page that can’t be drawn doesn’t hold up the others', async () => {
  const queue = createRenderQueue()
  const { drawn, draw, done, finished } = recorder()
  queue.add({ distance: () => 0, run: () => Promise.reject(new Error('broken page')) })
  queue.add({ distance: () => 1, run: draw(2) })
  queue.add({ distance: () => 2, run: async () => done() })
  await finished
  expect(drawn).toEqual([2])
})
