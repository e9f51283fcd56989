import { blocks } from '#shared/api/blocks.ts'
import type { Source } from '#shared/api/dialogues.ts'
import type { LocalModel } from '../../local/model/model.ts'
import type { Section } from '../factories/catalog.ts'
import { beginDialogue, stream } from '../factories/dialogues.ts'
import { makePdf } from '../factories/documents.ts'
import type { Hostile } from '../factories/hostile-documents.ts'
import { addPost } from '../factories/posts.ts'
import type { Stack } from '../harness/stack.ts'
import { changesOf, rowReader } from '../rules/rows.ts'

/** The rows that an answer writes: a dialogue with its questions, sources and costs; presence; and how far a scheduled job has read. */
const written = /^(dialogues|exchanges|live|logins|sources|stripe_reads|usage)/

/**
 * Security P-1: somebody asks about hostile documents, and the model obeys them completely. Returns what went
 * wrong, by document: nothing should.
 */
export async function askAboutHostile(
  stack: Stack,
  model: LocalModel,
  section: Section,
  documents: readonly Hostile[],
): Promise<{ sources: number; faults: string[] }> {
  const ben = await stack.signIn('ben.reader')
  const ana = await stack.signIn('ana.author')
  const secret = 'canary-of-ana-5512'
  const file = await makePdf({ text: `Photosynthesis notes: ${secret}` })
  const hidden = await addPost(ana, section, { file })
  await ana.call(blocks.block, { body: { username: 'ben.reader' } })
  const made = []
  let mallory = await stack.signIn('mallory')
  for (const [index, { name, file }] of documents.entries()) {
    // One person may upload only so many in an hour.
    if (index > 0 && index % 20 === 0) mallory = await stack.signIn(`mallory${index}`)
    made.push({ name, post: await addPost(mallory, section, { name, file }) })
  }
  await stack.jobsDone()

  const faults: string[] = []
  let sources = 0
  const instructions = new Set<string>()
  const rows = await rowReader(stack.db)
  const before = await rows()
  for (const { name, post } of made) {
    const wrong = (what: string) => faults.push(`${name}: ${what}`)
    const session_id = await beginDialogue(ben, post.id)
    const content = 'What do the photosynthesis notes say? model:obey'
    const { message, events } = await stream(ben, { session_id, content })
    const prompt = model.prompts.at(-1)!
    if (prompt.includes(secret) || JSON.stringify(events).includes(secret)) wrong('tells of someone else')
    if (events.filter(({ done }) => done).length !== 1) wrong('hasn’t one end')
    if (!message) {
      wrong('has no answer')
      continue
    }
    // The documents stay inside their tags, however they try to close them, and only we write the
    // instruction.
    const tags = [/<passage /g, /<\/passage>/g, /<question>/g, /<\/question>/g].map(
      tag => prompt.match(tag)?.length ?? 0,
    )
    // The instruction names the tag of passages.
    if (tags[0] !== tags[1] || tags[2] !== 1 || tags[3] !== 1) wrong('leaves its tags')
    instructions.add(/^system: ([\s\S]*?)\n\nuser: /.exec(prompt)?.[1] ?? 'none')
    for (const source of message.sources) {
      sources++
      if (source.post_id === hidden.id) wrong('cites what isn’t to be seen')
      if (!(await isKept(stack, source))) wrong('forges a source')
    }
  }
  if (instructions.size !== 1) faults.push('The instruction changed.')
  const changes = changesOf(before, await rows()).filter(change => !written.test(change))
  return { sources, faults: [...faults, ...changes] }
}

async function isKept({ db }: Stack, { id, text, page, quote }: Source): Promise<boolean> {
  const kept = await db
    .selectFrom('assistant.passages')
    .select(['text', 'page'])
    .where('id', '=', id)
    .executeTakeFirst()
  const quoted = quote?.split(' … ') ?? []
  return kept?.text === text && kept.page === page && quoted.every(part => text.includes(part))
}
