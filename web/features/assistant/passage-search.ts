/** The passage in an address, and the words in it that are meant. */
export type PassageSearch = { passage?: string | undefined; quote?: string | undefined }

const longestQuote = 300

/** What an address says of a passage. */
export function passageSearch({ passage, quote }: Record<string, unknown>): PassageSearch {
  return {
    passage: typeof passage === 'string' && passage !== '' ? passage : undefined,
    quote: typeof quote === 'string' && quote !== '' ? quote.slice(0, longestQuote) : undefined,
  }
}
