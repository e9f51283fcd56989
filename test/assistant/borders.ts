import { admin } from '#shared/api/admin.ts'
import { blocks } from '#shared/api/blocks.ts'
import { posts } from '#shared/api/posts.ts'
import type { LocalModel } from '../../local/model/model.ts'
import type { Section } from '../factories/catalog.ts'
import { beginDialogue, stream } from '../factories/dialogues.ts'
import { makePdf } from '../factories/documents.ts'
import { mix, range } from '../factories/made-up.ts'
import { addPost } from '../factories/posts.ts'
import { mapConcurrently } from '../harness/map-concurrently.ts'
import type { Stack } from '../harness/stack.ts'

type Size = { users: number; documents: number; queries: number }
type Made = { author: number; canary: string; id: string; state: 'open' | 'hidden' | 'deleted' }

export type Crossings = {
  /** How often a person got words from a document that they may open, and from one that they may not. */
  reached: number
  crossed: string[]
  /**
   * The same after a quarter of the open documents are hidden or deleted and more people block each other.
   */
  crossedLater: string[]
  /** Unanswered questions. */
  unanswered: number
}

/**
 * Security P-2: people who block each other, and documents each with a unique word, some of them hidden. They
 * ask for each other’s words, and the test searches everything that the model and they receive.
 */
export async function askAcross(
  stack: Stack,
  model: LocalModel,
  section: Section,
  { users, documents, queries }: Size,
): Promise<Crossings> {
  const operator = await stack.signIn('opal.operator')
  const people = await mapConcurrently(range(0, users), 8, n => stack.signIn(`border${n}`))
  const made = (
    await mapConcurrently(range(0, users), 8, async author => {
      const own: Made[] = []
      for (const n of range(0, documents)) {
        const canary = `canary${author}z${n}y${mix(author * 1000 + n).toString(36)}`
        const text = `The enzyme notes of this person say ${canary} about reactions.`
        const { id } = await addPost(people[author]!, section, { file: await makePdf({ text }) })
        own.push({ author, canary, id, state: 'open' })
      }
      return own
    })
  ).flat()
  await stack.jobsDone()

  const pairs = range(0, users).flatMap(one => range(one + 1, users).map(other => ({ one, other })))
  const blocked = new Set<string>()
  const block = (some: typeof pairs) =>
    mapConcurrently(some, 8, async ({ one, other }) => {
      await people[one]!.call(blocks.block, { body: { username: `border${other}` } })
      blocked.add(`${one} ${other}`).add(`${other} ${one}`)
    })
  const hide = (some: Made[]) =>
    mapConcurrently(some, 8, async post => {
      await operator.call(admin.hidePost, { body: { id: post.id, reason: 'Not theirs to share.' } })
      post.state = 'hidden'
    })
  const remove = (some: Made[]) =>
    mapConcurrently(some, 8, async post => {
      await people[post.author]!.call(posts.remove, { query: { id: post.id } })
      post.state = 'deleted'
    })
  const mayOpen = (reader: number, { author, state }: Made) =>
    state === 'open' ? !blocked.has(`${reader} ${author}`) : state === 'hidden' && author === reader

  const openTo = (reader: number) => made.find(one => mayOpen(reader, one))!.id
  let unanswered = 0
  const askAll = async (dialogues: readonly string[], count: number) => {
    const crossed: string[] = []
    let reached = 0
    await mapConcurrently(range(0, users), 8, async reader => {
      for (let query = reader; query < count; query += users) {
        const wanted = made[mix(query + count) % made.length]!
        const content = `What do the enzyme notes say of ${wanted.canary}? Question ${query} model:obey`
        const asked = { session_id: dialogues[reader]!, post_id: openTo(reader), content }
        const { events, status } = await stream(people[reader]!, asked)
        if (status !== 200) unanswered++
        const prompts = takePrompts(model, `Question ${query} model:obey`)
        const told = [...prompts.map(withoutQuestions), JSON.stringify(events)].join('\n')
        for (const word of new Set(told.match(/canary\d+z\d+y[a-z0-9]+/g))) {
          const one = made.find(({ canary }) => canary === word)
          if (one && mayOpen(reader, one)) reached++
          else crossed.push(`border${reader} was told ${word}`)
        }
      }
    })
    return { reached, crossed }
  }

  await block(pairs.filter((_, index) => mix(index) % 4 === 0))
  await hide(made.filter((_, index) => mix(index + 7) % 5 === 0))
  const dialogues = await mapConcurrently(people, 8, (person, reader) =>
    beginDialogue(person, openTo(reader)),
  )
  const first = await askAll(dialogues, queries)
  await hide(made.filter(({ state }, index) => state === 'open' && mix(index + 11) % 8 === 0))
  await remove(made.filter(({ state }, index) => state === 'open' && mix(index + 13) % 8 === 0))
  await block(pairs.filter((_, index) => mix(index + 17) % 16 === 0))
  // In the same dialogues, which contain much that may not be repeated.
  const later = await askAll(dialogues, Math.ceil(queries / 2))
  return { reached: first.reached, crossed: first.crossed, crossedLater: later.crossed, unanswered }
}

/** The model's prompt for a question. */
function takePrompts(model: LocalModel, question: string): string[] {
  const found = model.prompts.filter(prompt => prompt.includes(question))
  for (const prompt of found) model.prompts.splice(model.prompts.indexOf(prompt), 1)
  return found
}

/** A person who asks for a word has said it themselves. */
function withoutQuestions(prompt: string): string {
  return prompt.replace(/<question>[\s\S]*?<\/question>/g, '').replace(/^.*What do the enzyme notes.*$/gm, '')
}
