import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { beginDialogue, stream } from '../../../test/factories/dialogues.ts'
import { makePdf } from '../../../test/factories/documents.ts'
import { addPost } from '../../../test/factories/posts.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let ana: Person
let section: Section

beforeAll(async () => {
  stack = await startStack()
  ana = await stack.signIn('ana.author')
  section = await addSection(stack.db)
})

afterAll(() => stack?.close())

async function post(name: string, pages: readonly string[]): Promise<string> {
  const file = await makePdf({ pages: pages.length, text: page => pages[page - 1]! })
  const { id } = await addPost(ana, section, { name, file })
  await stack.jobsDone()
  return id
}

async function ask(postId: string, content: string) {
  const { message } = await stream(ana, { session_id: await beginDialogue(ana, postId), content })
  return message!
}

test('The page that explains a word comes before the index that lists it most often', async () => {
  const tracing = await post('Tracing', [
    'Two runtime errors stop a script. MAXACTION exceeded: the handler of a probe has too many statements.',
    'MAXACTION exceeded, runtime errors, 72 exceeded MAXACTION, errors, 72 MAXNESTING exceeded, 73 errors MAXACTION exceeded, 72 probes, 14',
  ])
  const { sources } = await ask(tracing, 'What does the MAXACTION exceeded error mean?')
  expect(sources[0]).toMatchObject({ post_id: tracing, page: 1 })
})

test('The page where the words stand in one sentence comes before one that has them here and there', async () => {
  const between = 'The rest of the frame waits until the next one comes along and begins again. '.repeat(4)
  const coding = await post('Coding', [
    `A codebook holds entries, and a codebook is searched. ${between} Some bits are kept, and bits are sent. ${between} The quantization is uniform.`,
    `${between} ${between} The quantization of the codebook takes the bits.`,
  ])
  const { sources } = await ask(coding, 'Codebook quantization bits')
  expect(sources[0]).toMatchObject({ post_id: coding, page: 2 })
})

test('The page that says it as the question does comes first', async () => {
  const kinks = await post('Kinks', [
    'The derivative of a sum exists if the derivative of each part does.',
    'As for where the derivative does not exist: look at every corner and at every vertical tangent of the graph.',
  ])
  const { sources } = await ask(kinks, 'Where does the derivative not exist?')
  expect(sources[0]).toMatchObject({ post_id: kinks, page: 2 })
})

test('A question that reads like another language’s is still found by its own words', async () => {
  const voltage = await post('Voltages', [
    'The output PVS has twelve bits: a smallest step of 1.25 millivolts.',
  ])
  const { grounded, sources } = await ask(
    voltage,
    'What’s the smallest voltage step I can get out of the PVS?',
  )
  expect(grounded).toBe(true)
  expect(sources[0]).toMatchObject({ post_id: voltage, page: 1 })
})

test('What a question joins with a hyphen is found where it is one word', async () => {
  const dividers = await post('Dividers', [
    'A flipflop toggles at every rising edge of its clock.',
    'Every edge of a table is sanded before the clock is hung.',
  ])
  const { grounded, sources } = await ask(dividers, 'When does the D flip-flop toggle?')
  expect(grounded).toBe(true)
  expect(sources[0]).toMatchObject({ post_id: dividers, page: 1 })
})

test('A question whose rare words stand nowhere has no answer, although its everyday words do', async () => {
  const everyday = 'It happens that we need one turn for many cells, and a cycle for each.'
  const cells = await post('Lemon cells', Array(60).fill(everyday))
  for (const question of [
    'How does the Calvin cycle regenerate ribulose when it happens in many cells?',
    'What happens at the turn in a Petrarchan sonnet?',
    'What is a kigo and why does a haiku need one?',
  ]) {
    const { grounded, text } = await ask(cells, question)
    expect(text).toContain('I couldn’t find this in your documents.')
    expect(grounded).toBe(false)
  }
})

test('One rare word of a question in another document is no answer to it', async () => {
  const drums = await post('Drums', ['A drum has no pitch of its own.'])
  await post('Brass', ['The mouthpiece of a horn has a cup, which shapes its tone.'])
  await post('Maps', Array(60).fill('A map of the world shows where each war was won.'))
  const { grounded, sources } = await ask(drums, 'Who won the world cup?')
  expect(grounded).toBe(false)
  expect(sources).toEqual([])
})

test('A name that stands nowhere isn’t taken for a word that is spelled like it', async () => {
  const waiting = await post('Waiting', ['Coroutines schedule who waits, and who runs.'])
  const { grounded } = await ask(waiting, 'How does Go schedule its goroutines?')
  expect(grounded).toBe(false)
})

test('Contractions are none of the words of a question, with or without an apostrophe', async () => {
  const banks = await post('Banks', ['A BIC is the code of a bank.'])
  const { grounded } = await ask(banks, 'whats a BIC, and how’s it unlike the code I’ve got?')
  expect(grounded).toBe(true)
})

test('A question that names a page is answered from that page, not from those that refer to it', async () => {
  const cells = await post('Cells', [
    'For the membrane, see page 3. A summary of page 3 is on page 1.',
    'The nucleus holds the chromosomes.',
    'Lipids form two layers around the cell.',
  ])
  const pagesFor = async (question: string) => (await ask(cells, question)).sources.map(({ page }) => page)
  expect(await pagesFor('Summarize page 3')).toEqual([3])
  expect(await pagesFor('What do pages 1 and 3 have in common?')).toEqual([1, 3])
})
