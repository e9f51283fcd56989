/** What a question can make the model do, by a word in it, such as `model:reset`. */
const tricks = {
  /** Says nothing, ever. */
  silent: 'model:silent',
  /** Begins, and then goes silent. */
  stall: 'model:stall',
  /** Refuses because of too many requests. */
  busy: 'model:busy',
  /** Fails with an HTML page. */
  broken: 'model:broken',
  /** Begins, and cuts the connection. */
  reset: 'model:reset',
  /** Begins, and sends invalid JSON. */
  malformed: 'model:malformed',
  /** Writes ten megabytes. */
  flood: 'model:flood',
  /** Stops without the end marker. */
  unfinished: 'model:unfinished',
  /** Says nothing and ends well, like a model that uses up its tokens for reasoning. */
  empty: 'model:empty',
  /** Cites only passages that it wasn't given. */
  hollow: 'model:hollow',
  /** Is cut off by its length. */
  length: 'model:length',
  /** Writes `[DONE]` and line breaks in the middle of its text. */
  markers: 'model:markers',
  /** Repeats the documents' text, as if obeying it. */
  obey: 'model:obey',
  /** Repeats the text after this word in the question. */
  say: 'model:say',
  /** Quotes text that doesn't exist, and cites passages that it wasn't given. */
  lie: 'model:lie',
  /** Says a word each twentieth of a second. */
  slow: 'model:slow',
} as const
export type Trick = keyof typeof tricks

export type Passage = { number: number; text: string }

/** The trick whose word is in a question; the first of the list if several are. */
export function trickOf(question: string): Trick | null {
  const [name] = Object.entries(tricks).find(([, word]) => question.includes(word)) ?? []
  return (name as Trick | undefined) ?? null
}

/** The passages in the prompt, which an honest model uses. */
export function passagesIn(asked: string): Passage[] {
  return [...asked.matchAll(/<passage mark="@(\d+)"[^>]*>\n([\s\S]*?)\n<\/passage>/g)].map(
    ([, number, text]) => ({ number: Number(number), text: text! }),
  )
}

/** The question in a prompt (server/assistant/dialogues/prompt.ts); empty if there is none. */
export function questionIn(asked: string): string {
  return /<question>\n([\s\S]*?)\n<\/question>/.exec(asked)?.[1] ?? ''
}

/** The model's scripted answer to a question. */
export function scriptedAnswer(trick: Trick | null, question: string, passages: readonly Passage[]): string {
  if (trick === 'say') return question.slice(question.indexOf(tricks.say) + tricks.say.length).trim()
  if (trick === 'empty') return ''
  if (trick === 'hollow') return '[@9] [@8]'
  if (trick === 'obey') return passages.map(({ text }) => text).join('\n')
  if (trick === 'markers') return 'First\n\ndata: [DONE]\n\n[DONE]\n\nstill there.'
  if (trick === 'flood') return 'so it goes '.repeat(1_000_000)
  if (trick === 'lie') {
    return 'It says "these very words stand in no document at all" [@1], and more [@9].\n\nSources: [@2](https://evil.example/x)'
  }
  const [first, second] = passages
  if (!first) return 'I couldn’t find this in your documents. In general, one would look it up.'
  const more = second ? ` There is more to it elsewhere [@${second.number}].` : ''
  return `In short: it is what the notes say. They put it as "${firstSentence(first.text)}" [@${first.number}].${more}`
}

function firstSentence(text: string): string {
  const plain = text.replace(/\s+/g, ' ')
  const end = plain.search(/[.!?](\s|$)/)
  return plain.slice(0, end > 20 && end < 300 ? end : 120).trim()
}
