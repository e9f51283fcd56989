/** The numbers from `from` up to, but not including, `to`. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}

/** A pseudorandom number from another: the same data on every run. */
export function mix(seed: number): number {
  let n = Math.imul(seed + 1, 0x9e3779b1)
  n = Math.imul(n ^ (n >>> 15), 0x85ebca6b)
  n = Math.imul(n ^ (n >>> 13), 0xc2b2ae35)
  return (n ^ (n >>> 16)) >>> 0
}

const syllables =
  'ba be bi co cu da de fo ga gi ho in ka la le ma mi na no or pa pe ra re sa si ta te ul ve'.split(' ')

/** The n-th of unlimited made-up words; the first are short. */
export function word(n: number): string {
  let rest = n
  let letters = ''
  do {
    letters += syllables[rest % syllables.length]
    rest = Math.floor(rest / syllables.length)
  } while (rest > 0)
  return `${letters}${syllables[mix(n) % syllables.length]}`
}

/** A word with natural frequency: a few of the 50,000 very often, most of them rarely (Zipf's law). */
export function usualWord(seed: number): string {
  return word(Math.floor(50_000 ** (mix(seed) / 2 ** 32)))
}
