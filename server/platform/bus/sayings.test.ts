import { expect, test } from 'vitest'
import { range } from '../../../test/factories/made-up.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { createSayings } from './sayings.ts'

/** A line that answers when it is told to, and what was sent on it. */
function openLine() {
  const batches: string[][] = []
  const answers: ((error?: Error) => void)[] = []
  const sayings = createSayings({
    missed: 'missed',
    onUnsaid: () => {},
    send: messages =>
      new Promise((resolve, reject) => {
        batches.push(messages)
        answers.push(error => (error ? reject(error) : resolve()))
      }),
  })
  return { ...sayings, batches, answer: (error?: Error) => answers.shift()!(error) }
}

const sent = (line: ReturnType<typeof openLine>, count: number) =>
  eventually(`${count} batches are sent`, async () => line.batches.length === count)

test('what is said while a batch is on its way goes with the next one, in order', async () => {
  const line = openLine()
  for (const message of ['1', '2', '3']) line.say(message, 'passing')
  line.answer()
  await sent(line, 2)
  expect(line.batches).toEqual([['1'], ['2', '3']])
})

test.each([
  ['kept', ['missed', 'after it']],
  ['passing', ['after it']],
] as const)('after a %s message was lost, the next batch is %j', async (sort, batch) => {
  const line = openLine()
  line.say('lost', sort)
  line.say('after it', 'passing')
  line.answer(new Error('no answer'))
  await sent(line, 2)
  expect(line.batches[1]).toEqual(batch)
})

test('at most 2,000 messages wait, and kept ones that are dropped are missed', async () => {
  const line = openLine()
  line.say('first', 'passing')
  for (const number of range(0, 2_000)) line.say(`${number}`, 'passing')
  line.say('dropped', 'kept')
  line.answer()
  await sent(line, 2)
  expect(line.batches[1]).toEqual(['missed', ...range(0, 2_000).map(String)])
})
