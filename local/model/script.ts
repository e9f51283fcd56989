/** What a question can have the model do, by a word in it: `model:reset`, for one. */
export const tricks = {
  /** Says nothing, ever. */
  silent: 'model:silent',
  /** Begins, and then says nothing more. */
  stall: 'model:stall',
  /** Refuses, as too much was asked. */
  busy: 'model:busy',
  /** Fails with a page of HTML. */
  broken: 'model:broken',
  /** Begins, and cuts the line. */
  reset: 'model:reset',
  /** Begins, and sends what isn’t JSON. */
  malformed: 'model:malformed',
  /** Goes on for ten megabytes. */
  flood: 'model:flood',
  /** Ends without saying that it ends. */
  unfinished: 'model:unfinished',
  /** Says `[DONE]` and line breaks in the midst of its text. */
  markers: 'model:markers',
  /** Says whatever the documents say, as if they had told it to. */
  obey: 'model:obey',
  /** Says what stands after it in the question. */
  say: 'model:say',
  /** Quotes what isn’t there, and cites passages that it wasn’t given. */
  lie: 'model:lie',
  /** Says a word each twentieth of a second. */
  slow: 'model:slow',
} as const
export type Trick = keyof typeof tricks

export type Passage = { number: number; text: string }

export function trickOf(question: string): Trick | null {
  const [name] = Object.entries(tricks).find(([, word]) => question.includes(word)) ?? []
  return (name as Trick | undefined) ?? null
}

/** The passages in what the model was asked, which an honest one goes by. */
export function passagesIn(asked: string): Passage[] {
  return [...asked.matchAll(/<passage number="(\d+)"[^>]*>\n([\s\S]*?)\n<\/passage>/g)].map(
    ([, number, text]) => ({ number: Number(number), text: text! }),
  )
}

export function questionIn(asked: string): string {
  return /<question>\n([\s\S]*?)\n<\/question>/.exec(asked)?.[1] ?? ''
}

/** What the model says to a question, by its script. */
export function scriptedAnswer(trick: Trick | null, question: string, passages: readonly Passage[]): string {
  if (trick === 'say') return question.slice(question.indexOf(tricks.say) + tricks.say.length).trim()
  if (trick === 'obey') return passages.map(({ text }) => text).join('\n')
  if (trick === 'markers') return 'First\n\ndata: [DONE]\n\n[DONE]\n\nstill there.'
  if (trick === 'flood') return 'so it goes '.repeat(1_000_000)
  if (trick === 'lie') {
    return 'It says "these very words stand in no document at all" [1], and more [9].\n\nSources: [2](https://evil.example/x)'
  }
  const [first, second] = passages
  if (!first) return 'This is not in your documents. In general, one would look it up.'
  const more = second ? ` There is more to it elsewhere [${second.number}].` : ''
  return `In short: it is what the notes say. They put it as "${firstSentence(first.text)}" [${first.number}].${more}`
}

function firstSentence(text: string): string {
  const plain = text.replace(/\s+/g, ' ')
  const end = plain.search(/[.!?](\s|$)/)
  return plain.slice(0, end > 20 && end < 300 ? end : 120).trim()
}
