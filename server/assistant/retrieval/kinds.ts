const whole =
  /\b(summar\w*|overview|outline|(main|key|central|important) (ideas?|points?|topics?|terms?|concepts?|definitions?)|what (is|are|does|do|s) (this|the|these) (document|file|text|lecture|notes?|pages?)\b.*\b(about|say|cover|teach|contain)|what is on (this|these) pages?|(definitions?|terms?) should i (know|learn)|(hardest|most difficult) part|(ask|quiz|test) me\b)/i

/** Such a question names nothing to look for; it is about the whole document. */
export function asksForOverview(question: string): boolean {
  return whole.test(question)
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
