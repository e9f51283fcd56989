import { expect, test } from 'vitest'
import { createQueuedLookup, type LookupState } from './queued-lookup.ts'

/** A lookup whose answers the test controls. */
function lookup() {
  const asked: string[] = []
  const shown: LookupState<string[]>[] = []
  const running: PromiseWithResolvers<string[]>[] = []
  const queue = createQueuedLookup(
    text => {
      asked.push(text)
      running.push(Promise.withResolvers())
      return running.at(-1)!.promise
    },
    3,
    state => shown.push(state),
  )
  const settled = () => new Promise(resolve => setTimeout(resolve))
  return {
    ...queue,
    asked,
    last: () => shown.at(-1),
    shown,
    async answer(...found: string[]) {
      running.shift()!.resolve(found)
      await settled()
    },
    async fail() {
      running.shift()!.reject(new Error('away'))
      await settled()
    },
  }
}

test('starts only with text longer than three characters, not counting spaces around it', async () => {
  const { type, asked, last, answer } = lookup()
  for (const text of ['', 'h', 'hea', ' hea  ']) type(text)
  expect([asked, last()]).toEqual([[], { step: 'idle' }])
  type('heap')
  expect([asked, last()]).toEqual([['heap'], { step: 'looking' }])
  await answer('Heaps')
  expect(last()).toEqual({ step: 'found', text: 'heap', found: ['Heaps'] })
})

test('queues text typed during a lookup, and then looks up only the latest', async () => {
  const { type, asked, shown, last, answer } = lookup()
  type('heap')
  type('heaps')
  type('heaps an')
  type('heaps and')
  expect(asked).toEqual(['heap'])
  await answer('Heaps')
  expect(asked).toEqual(['heap', 'heaps and'])
  expect(shown.some(state => state.step === 'found')).toBe(false)
  await answer('Heaps and queues')
  expect(asked).toEqual(['heap', 'heaps and'])
  expect(last()).toEqual({ step: 'found', text: 'heaps and', found: ['Heaps and queues'] })
})

test('keeps queueing while the queued one runs', async () => {
  const { type, asked, last, answer } = lookup()
  type('first')
  type('second')
  await answer('of the first')
  type('third')
  type('fourth')
  await answer('of the second')
  await answer('of the fourth')
  expect(asked).toEqual(['first', 'second', 'fourth'])
  expect(last()).toEqual({ step: 'found', text: 'fourth', found: ['of the fourth'] })
})

test('uses the running answer if the text changes back to it', async () => {
  const { type, asked, last, answer } = lookup()
  type('heap')
  type('heaps')
  type('heap')
  await answer('Heaps')
  expect(asked).toEqual(['heap'])
  expect(last()).toMatchObject({ text: 'heap' })
})

test('shows nothing for text that became too short meanwhile', async () => {
  const { type, asked, last, answer } = lookup()
  type('heap')
  type('hea')
  await answer('Heaps')
  expect([asked, last()]).toEqual([['heap'], { step: 'idle' }])
})

test('reports a failed lookup, and still looks up text typed after it', async () => {
  const { type, asked, last, fail, answer } = lookup()
  type('heap')
  await fail()
  expect(last()).toEqual({ step: 'failed' })
  type('tree')
  type('trees')
  await fail()
  expect([asked, last()]).toEqual([['heap', 'tree', 'trees'], { step: 'looking' }])
  await answer('Trees')
  expect(last()).toMatchObject({ step: 'found', text: 'trees' })
})

test('shows nothing once it was stopped', async () => {
  const { type, stop, last, answer } = lookup()
  type('heap')
  stop()
  await answer('Heaps')
  expect(last()).toEqual({ step: 'looking' })
})
