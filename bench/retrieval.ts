/**
 * How well questions find the passages that answer them: recall@5 and the mean reciprocal rank over
 * bench/retrieval/questions.ts, with the right document open, and with another of the course; how often
 * unanswerable questions are recognized; and whether each quotation is on the page it names. `npm run
 * eval:retrieval`; `--misses` lists what wasn’t found.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { extract } from '#server/assistant/model/extractive.ts'
import { retrieve } from '#server/assistant/retrieval/retrieve.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Passage } from '#shared/api/documents.ts'
import { startPostgres } from '../local/postgres/postgres.ts'
import { readDocument, notes as seeded } from '../local/seed/notes.ts'
import { addSection } from '../test/factories/catalog.ts'
import { makePdf } from '../test/factories/documents.ts'
import { addPost } from '../test/factories/posts.ts'
import { makeTemplate } from '../test/harness/databases.ts'
import { type Stack, startStackOn } from '../test/harness/stack.ts'
import { questions, unanswerable } from './retrieval/questions.ts'

type Posted = { postId: string; file: Buffer }
type World = { db: Database; personId: string; notes: Map<string, Posted>; elsewhere: string }
type Result = { found: number; reciprocal: number; misses: string[] }

const dataDir = await mkdtemp(join(tmpdir(), 'ignite-retrieval-'))
const postgres = await startPostgres({ dataDir, fsync: false })
try {
  await makeTemplate(postgres.url)
  const stack = await startStackOn(postgres.url)
  const world = await post(stack)
  report('its own document open', await ask(world, note => world.notes.get(note)!.postId))
  report('another document open', await ask(world, () => world.elsewhere))
  const said = []
  for (const question of unanswerable) {
    const { strong } = await retrieve(
      world.db,
      { personId: world.personId, postId: world.elsewhere },
      question,
    )
    if (!strong) said.push(question)
  }
  console.log(`${said.length} of ${unanswerable.length} questions without an answer are said to have none`)
  const { checked, wrong } = await checkQuotes(world)
  console.log(`${checked} quotations, ${wrong.length} of them not on the page that is named`)
  for (const one of wrong) console.log(`  ${one}`)
  await stack.close()
  process.exitCode = wrong.length > 0 ? 1 : 0
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** Every note as a post in one course, so that each question competes with all of them. */
async function post(stack: Stack): Promise<World> {
  const person = await stack.signIn('eva.luator')
  const section = await addSection(stack.db)
  const notes = new Map<string, Posted>()
  for (const note of seeded) {
    if (!note.document.endsWith('.pdf')) continue
    const file = await readDocument(note.document)
    const { id } = await addPost(person, section, { name: note.slug, file })
    notes.set(note.slug, { postId: id, file })
  }
  const other = await addPost(person, section, {
    name: 'Timetable',
    file: await makePdf({ text: 'Room 204 at noon.' }),
  })
  await stack.jobsDone()
  const { id } = await stack.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  return { db: stack.db, personId: id, notes, elsewhere: other.id }
}

async function ask(world: World, open: (note: string) => string): Promise<Result> {
  const result: Result = { found: 0, reciprocal: 0, misses: [] }
  for (const { note, question, answer } of questions) {
    const { passages, strong } = await retrieve(
      world.db,
      { personId: world.personId, postId: open(note) },
      question,
    )
    const rank = passages.findIndex(
      ({ post_id, text }) =>
        post_id === world.notes.get(note)!.postId && letters(text).includes(letters(answer)),
    )
    if (rank >= 0) {
      result.found++
      result.reciprocal += 1 / (rank + 1)
    }
    if (rank < 0 || !strong) result.misses.push(`${rank < 0 ? 'missed' : `weak at ${rank + 1}`}: ${question}`)
  }
  return result
}

function report(what: string, { found, reciprocal, misses }: Result): void {
  const share = (value: number) => (value / questions.length).toFixed(3)
  console.log(
    `${what}: recall@5 ${share(found)}, MRR ${share(reciprocal)} over ${questions.length} questions`,
  )
  if (process.argv.includes('--misses')) for (const miss of misses) console.log(`  ${miss}`)
}

/** Reads the pages again, with pdf.js alone, to check that quotations are there. */
async function checkQuotes(world: World): Promise<{ checked: number; wrong: string[] }> {
  let checked = 0
  const wrong: string[] = []
  for (const { note, question } of questions) {
    const { postId, file } = world.notes.get(note)!
    const { passages } = await retrieve(world.db, { personId: world.personId, postId }, question)
    const own = passages.filter(({ post_id }) => post_id === postId)
    const { quotes } = extract(own, question, 'explain')
    for (const [index, passage] of own.entries()) {
      checked++
      if (!(await pageHas(file, passage, quotes[index] ?? '')))
        wrong.push(`${note}, page ${passage.page}: ${quotes[index]}`)
    }
  }
  return { checked, wrong }
}

async function pageHas(file: Buffer, { page }: Passage, quote: string): Promise<boolean> {
  const loading = getDocument({ data: new Uint8Array(file), verbosity: 0 })
  const document = await loading.promise
  const { items } = await (await document.getPage(page)).getTextContent()
  await loading.destroy()
  return letters(items.map(item => ('str' in item ? item.str : '')).join('')).includes(letters(quote))
}

function letters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
