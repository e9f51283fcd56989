/**
 * How well questions find the passages that answer them: over our own notes (bench/retrieval/questions.ts), and
 * over real books of many fields (bench/retrieval/books), all in one course. Prints how often an answer is among
 * the five passages found, and how often first, with its own document open and with another; how often a
 * question counts as answered; how often one without an answer is said to have none; how often the first passage
 * for a question that names a place by its number is of that place (bench/retrieval/places.ts); and whether each
 * quotation is on the page it names. `npm run eval:retrieval`; `--misses` lists what wasn’t first, but of the
 * books that measure only how many: ranking is built by looking at the others.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { extract } from '#server/assistant/dialogues/extractive.ts'
import { retrieve } from '#server/assistant/retrieval/retrieve.ts'
import { startPostgres } from '../local/postgres/postgres.ts'
import { readDocument, notes as seeded } from '../local/seed/notes.ts'
import { addSection, type Section } from '../test/factories/catalog.ts'
import { makePdf } from '../test/factories/documents.ts'
import { addPost } from '../test/factories/posts.ts'
import { makeTemplate } from '../test/harness/databases.ts'
import type { Person } from '../test/harness/person.ts'
import { type Stack, startStackOn } from '../test/harness/stack.ts'
import { type Answerable, type Book, fetchBook, readBooks } from './retrieval/books.ts'
import { type PlaceQuestion, placeQuestions } from './retrieval/places.ts'
import { questions, unanswerable } from './retrieval/questions.ts'

type Source = {
  postId: string
  file: Buffer
  answerable: Answerable[]
  unanswerable: string[]
  ofPlaces?: PlaceQuestion[]
}
/** Sources of one course, and its document without answers, to have open while asking about the others. */
type Library = { sources: Source[]; elsewhere: string }
type World = { stack: Stack; asker: Person; personId: string }

/** What the books that measure have to reach. */
const wanted = { found: 0.95, first: 0.85, without: 0.95 }

const dataDir = await mkdtemp(join(tmpdir(), 'ignite-retrieval-'))
const postgres = await startPostgres({ dataDir, fsync: false })
try {
  await makeTemplate(postgres.url)
  const stack = await startStackOn(postgres.url)
  const asker = await stack.signIn('eva.luator')
  const { id } = await stack.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const world = { stack, asker, personId: id }
  const missed = process.argv.includes('--misses')
  await evaluate('Our notes', world, await addNotes(world), missed)
  const { building, measuring } = await addBooks(world)
  await evaluate('Books to build with', world, building, missed)
  const figures = await evaluate('Books to measure with', world, measuring, false)
  for (const [name, least] of Object.entries(wanted)) {
    if (figures[name as keyof typeof wanted] >= least) continue
    console.log(`Missed: at least ${least.toFixed(2)} for “${name}”`)
    process.exitCode = 1
  }
  await stack.close()
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function addNotes({ stack, asker }: World): Promise<Library> {
  const section = await addSection(stack.db)
  const sources: Source[] = []
  for (const note of seeded) {
    if (!note.document.endsWith('.pdf')) continue
    const file = await readDocument(note.document)
    const { id } = await addPost(asker, section, { name: note.slug, file })
    const answerable = questions
      .filter(one => one.note === note.slug)
      .map(({ question, answer }) => ({ question, answers: [answer] }))
    sources.push({ postId: id, file, answerable, unanswerable: [] })
  }
  const timetable = await addTimetable(asker, section)
  return { sources: [...sources, { ...timetable, unanswerable }], elsewhere: timetable.postId }
}

async function addBooks({ stack, asker }: World): Promise<Record<Book['set'], Library>> {
  const section = await addSection(stack.db, { course: 'LIB 101', crn: '10101' })
  const { postId: elsewhere } = await addTimetable(asker, section)
  const sources: Record<Book['set'], Source[]> = { building: [], measuring: [] }
  for (const book of await readBooks()) {
    const file = await fetchBook(book)
    const { id } = await addPost(asker, section, { name: book.package, file })
    const ofPlaces = placeQuestions.filter(one => one.book === book.package)
    sources[book.set].push({ ...book, ofPlaces, postId: id, file })
  }
  return {
    building: { sources: sources.building, elsewhere },
    measuring: { sources: sources.measuring, elsewhere },
  }
}

async function addTimetable(asker: Person, section: Section): Promise<Source> {
  const file = await makePdf({ text: 'Room 204 at noon.' })
  const { id } = await addPost(asker, section, { name: 'Timetable', file })
  return { postId: id, file, answerable: [], unanswerable: [] }
}

/** Asks everything and prints the figures; returns the shares that count, with the right document open. */
async function evaluate(
  what: string,
  world: World,
  { sources, elsewhere }: Library,
  listed: boolean,
): Promise<Record<keyof typeof wanted, number>> {
  await world.stack.jobsDone()
  // The weights of words come from the statistics, which autovacuum gathers at its own time.
  await sql`analyze assistant.passages`.execute(world.stack.db)
  console.log(`\n${what}: ${sources.length} documents`)
  const own = await ask(world, sources, ({ postId }) => postId)
  print('its own document open', own, listed)
  print('another document open', await ask(world, sources, () => elsewhere), listed)
  const without = sources.flatMap(source => source.unanswerable.map(question => ({ source, question })))
  const answered: string[] = []
  for (const { source, question } of without) {
    if ((await find(world, source.postId, question)).strong) answered.push(question)
  }
  const said = 1 - answered.length / without.length
  console.log(`  ${share(said)} of ${without.length} questions without an answer are said to have none`)
  if (listed) for (const question of answered) console.log(`    answered: ${question}`)
  await askOfPlaces(world, sources, listed)
  await checkQuotes(world, sources)
  return { found: own.found / own.asked, first: own.first / own.asked, without: said }
}

type Result = { asked: number; found: number; first: number; answered: number; misses: string[] }

async function ask(
  world: World,
  sources: readonly Source[],
  open: (source: Source) => string,
): Promise<Result> {
  const result: Result = { asked: 0, found: 0, first: 0, answered: 0, misses: [] }
  for (const source of sources) {
    for (const { question, answers } of source.answerable) {
      const { passages, strong } = await find(world, open(source), question)
      const rank = passages.findIndex(
        ({ post_id, text }) =>
          post_id === source.postId && answers.some(answer => letters(text).includes(letters(answer))),
      )
      result.asked++
      if (rank >= 0) result.found++
      if (rank === 0) result.first++
      if (strong) result.answered++
      if (rank < 0) result.misses.push(`missed: ${question}`)
      else if (rank > 0 || !strong)
        result.misses.push(`found at ${rank + 1}${strong ? '' : ', but doubted'}: ${question}`)
    }
  }
  return result
}

async function askOfPlaces(world: World, sources: readonly Source[], listed: boolean): Promise<void> {
  const all = sources.flatMap(source =>
    (source.ofPlaces ?? []).map(one => ({ ...one, postId: source.postId })),
  )
  const misses: string[] = []
  for (const { postId, question, book, pages } of all) {
    const [first] = (await find(world, postId, question)).passages
    const { page = 0, post_id = null } = first ?? {}
    if (post_id !== postId || page < pages[0] || page > pages[1]) misses.push(`${book}: ${question}`)
  }
  if (all.length === 0) return
  console.log(
    `  ${share(1 - misses.length / all.length)} of ${all.length} questions that name a place are answered from it first`,
  )
  if (listed) for (const miss of misses) console.log(`    missed: ${miss}`)
}

function find({ stack, personId }: World, postId: string, question: string): ReturnType<typeof retrieve> {
  return retrieve(stack.db, { personId, postId }, question)
}

function print(what: string, { asked, found, first, answered, misses }: Result, listed: boolean): void {
  console.log(
    `  ${what}: found ${share(found / asked)}, first ${share(first / asked)}, answered ${share(answered / asked)} of ${asked} questions`,
  )
  if (listed) for (const miss of misses) console.log(`    ${miss}`)
}

/** Reads the pages again, with pdf.js alone, to check that quotations are there. */
async function checkQuotes(world: World, sources: readonly Source[]): Promise<void> {
  let checked = 0
  for (const { postId, file, answerable } of sources) {
    const loading = getDocument({ data: new Uint8Array(file), verbosity: 0 })
    const document = await loading.promise
    for (const { question } of answerable) {
      const { passages } = await find(world, postId, question)
      const own = passages.filter(({ post_id }) => post_id === postId)
      const { quotes } = extract(own, question, 'explain')
      for (const [index, { page }] of own.entries()) {
        checked++
        const { items } = await (await document.getPage(page)).getTextContent()
        const text = letters(items.map(item => ('str' in item ? item.str : '')).join(''))
        if (text.includes(letters(quotes[index] ?? ''))) continue
        console.log(`  not on page ${page}: ${quotes[index]}`)
        process.exitCode = 1
      }
    }
    await loading.destroy()
  }
  console.log(`  ${checked} quotations looked up on their pages`)
}

function share(value: number): string {
  return value.toFixed(3)
}

/** Without accents: TeX's older fonts draw them apart from their letters, some on a dotless i. */
function letters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
