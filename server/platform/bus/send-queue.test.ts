import { expect, test } from 'vitest'
import { range } from '../../../test/factories/made-up.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { createSendQueue } from './send-queue.ts'

/** A line that answers when it is told to, and what was sent on it. */
function openLine() {
  const batches: string[][] = []
  const answers: ((error?: Error) => void)[] = []
  const queue = createSendQueue({
    missed: 'missed',
    onSendFailed: () => {},
    send: messages =>
      new Promise((resolve, reject) => {
        batches.push(messages)
        answers.push(error => (error ? reject(error) : resolve()))
      }),
  })
  return { ...queue, batches, answer: (error?: Error) => answers.shift()!(error) }
}

const sent = (line: ReturnType<typeof openLine>, count: number) =>
  eventually(`${count} batches are sent`, async () => line.batches.length === count)

test('what is enqueued while a batch is being sent goes with the next one, in order', async () => {
  const line = openLine()
  for (const message of ['1', '2', '3']) line.enqueue(message, 'transient')
  line.answer()
  await sent(line, 2)
  expect(line.batches).toEqual([['1'], ['2', '3']])
})

test.each([
  ['reliable', ['missed', 'after it']],
  ['transient', ['after it']],
] as const)('after a %s message was lost, the next batch is %j', async (sort, batch) => {
  const line = openLine()
  line.enqueue('lost', sort)
  line.enqueue('after it', 'transient')
  line.answer(new Error('no answer'))
  await sent(line, 2)
  expect(line.batches[1]).toEqual(batch)
})

test('at most 2,000 messages wait, and reliable ones that are dropped are missed', async () => {
  const line = openLine()
  line.enqueue('first', 'transient')
  for (const number of range(0, 2_000)) line.enqueue(`${number}`, 'transient')
  line.enqueue('dropped', 'reliable')
  line.answer()
  await sent(line, 2)
  expect(line.batches[1]).toEqual(['missed', ...range(0, 2_000).map(String)])
})
