const whole =
  /\b(summar\w*\b(?! statistic)|overview|outline|(main|key|central|important) (ideas?|points?|topics?|terms?|concepts?|definitions?)|what (is|are|does|do|s) (this|the|these) (document|file|text|lecture|notes?|pages?)\b.*\b(about|say|cover|teach|contain)|what is on (this|these) pages?|(definitions?|terms?) should i (know|learn)|(hardest|most difficult) part|(ask|quiz|test) me\b)/gi

/** Whether a question is about the whole document, or about all that it has on a subject (`subjectOf`). */
export function asksForOverview(question: string): boolean {
  return question.search(whole) >= 0
}

const counted = '(\\d+|two|three|four|five|six|seven|eight|nine|ten|some|a few|several)'
const verbs =
  'give|make|write|create|show|list|provide|find|get|want|need|check|know|learn|study|remember|prepare'
const works = 'document|file|text|book|paper|lecture|notes?|page|slides?|pdf'
/** How an overview is to be, and what it is of, if that is the document. */
const manner = new RegExp(
  [
    `\\b(${counted} )?((short|simple|practice|bullet|multiple[- ]choice) )*(questions|points|sentences|words|paragraphs|bullets|flash ?cards)\\b`,
    '\\bstep by step\\b',
    `(^\\W*|\\b(please|you|to|should|must|i|me) )(${verbs})\\b`,
    '\\b(short|brief|briefly|quick|quickly|detailed|concise|whole|entire|everything|contents)\\b',
    `\\b(this|these|my|our) (${works})s?\\b|\\bthe (${works})s?(?=\\W*$|,)`,
    '\\bfor (the|my|an|our) (exam|midterm|final|test)\\b',
  ].join('|'),
  'gi',
)

/** What an overview is to be about: nothing but fillers, unless the question names a part or a subject. */
export function subjectOf(question: string): string {
  return question.replace(whole, ' ').replace(manner, ' ').replace(/\s+/g, ' ').trim()
}

const comparing = /\b(compare|contrast|differ|differences?|relate|connect|similar|common)\b/i
const ofThis = new RegExp(String.raw`\b(this|these|my|our) (${works})s?\b`, 'i')
const another = new RegExp(
  String.raw`^.*\b(?:with|to|from|and) (?:the|those|that|my|some|an?|other|another)? ?(?:other )?(?:${works})s? (?:on|about|of|for|in|from|called) (.+)$`,
  'is',
)

/** What the document is about that a question compares the open one with, as “these notes with those on heaps” does; null for any other. */
export function comparedWith(question: string): string | null {
  if (!comparing.test(question) || !ofThis.test(question)) return null
  return another.exec(question)?.[1] ?? null
}

const pointing =
  /\b(it|its|that(?=\W*$| (is|one|means?|works?|happens?)\b)|this|they|them|their|these|those|he|she|the (former|latter|first|second|last) one|again|more|another|an example|how so|simpler|shorter|go on|continue)\b/i
const fewWords = 12
const words = /[\p{L}\p{N}’']+/gu

/**
 * Whether a question refers back to an earlier one, as “And why is that?” does, or has too few words of its
 * own. Its words alone would find unrelated passages.
 */
export function pointsBack(question: string): boolean {
  const count = question.match(words)?.length ?? 0
  return count <= 2 || (count <= fewWords && pointing.test(question))
}

export type Pages = { first: number; last: number }

const range = String.raw`\d{1,4}(?: ?(?:-|–|to|through) ?\d{1,4})?`
const pages = new RegExp(
  String.raw`\b(?:(?:page|p\.|slide) ?${range}|(?:pages|pp\.|slides) ?${range}(?:(?:, (?:and )?| and | ?& ?)${range})*)\b`,
  'gi',
)

/** The pages that a question names, as in “Summarize page 12” or “Compare pages 3 to 5 and 9”. */
export function pagesNamedIn(question: string): Pages[] {
  return [...question.matchAll(pages)].flatMap(([named]) =>
    [...named.matchAll(new RegExp(range, 'gi'))].map(([one]) => {
      const [first = 0, last = first] = one.match(/\d+/g)!.map(Number)
      return { first, last: Math.max(first, last) }
    }),
  )
}

const onPage = 'theorem|lemma|corollary|proof|definition|exercise|equation|formula|figure|diagram|graph|table'
const openPage = new RegExp(
  String.raw`\b(?:this|the (?:current|open)) (?:page|slide)\b|\bthe (?:page|slide)(?=\W*$)|\bthis (?:${onPage})(?=\W*$)`,
  'i',
)

/** A question without the pages that it names, and without “this page”: it is asked of them, not about the word. */
export function withoutPages(question: string): string {
  return question.replace(pages, ' ').replace(openPage, ' ')
}

/** Whether a question is about the page that the person has open, as “Explain this page” and “Explain this theorem” are. */
export function asksOfOpenPage(question: string): boolean {
  return pagesNamedIn(question).length === 0 && openPage.test(question)
}
