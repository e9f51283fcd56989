/** What a text can make the embedding model do, by a word in it. */
const faults = {
  /** Says nothing, ever. */
  silent: 'vectors:silent',
  /** Fails with an HTML page. */
  broken: 'vectors:broken',
  /** Leaves out the first vector. */
  short: 'vectors:short',
  /** Refuses it as too long. */
  refused: 'vectors:refused',
} as const
type Fault = keyof typeof faults

/** Synonyms: each list counts as its first word. */
const synonyms = [
  ['automobile', 'automobiles', 'car', 'cars', 'vehicle', 'vehicles'],
  ['petrol', 'gasoline', 'fuel'],
  ['expensive', 'costly', 'pricey', 'dear'],
  ['physician', 'physicians', 'doctor', 'doctors'],
]
const meanings = new Map(synonyms.flatMap(words => words.map(word => [word, words[0]!] as const)))

/** The provider's behavior, which tests change. */
export type VectorHabits = {
  /** How many texts it accepts at a time. */
  mostTexts: number
  /** How often it asks the caller to wait before it answers. */
  busyTimes: number
  dimensions: number
}
export const usualHabits: VectorHabits = { mostTexts: 2048, busyTimes: 0, dimensions: 256 }

/** The fault whose word is in any of the texts that are sent together. */
export function faultOf(texts: readonly string[]): Fault | null {
  const [name] = Object.entries(faults).find(([, word]) => texts.some(text => text.includes(word))) ?? []
  return (name as Fault | undefined) ?? null
}

/** The vector of a text: the sum of the vectors of its longer words; synonyms have the same vector. */
export function vectorOf(text: string, dimensions: number): number[] {
  const words = text.toLowerCase().match(/\p{L}{3,}/gu) ?? ['nothing']
  const sum = new Array<number>(dimensions).fill(0)
  for (const word of words) {
    if (fillers.has(word)) continue
    const next = numbersFrom(meanings.get(word) ?? word)
    for (let place = 0; place < dimensions; place++) sum[place]! += next()
  }
  return sum.some(number => number !== 0) ? sum : sum.fill(1)
}

const fillers = new Set(
  'the and for are was what which how why does that this with from has have had'.split(' '),
)

/** Numbers from −1 to 1 that look random, but are always the same for a word (FNV-1a, then xorshift). */
function numbersFrom(word: string): () => number {
  let state = 2_166_136_261
  for (const character of word) state = Math.imul(state ^ character.codePointAt(0)!, 16_777_619)
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state / 2 ** 31
  }
}
