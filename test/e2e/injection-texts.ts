import type { Call } from '#shared/api/contract.ts'
import { valuesOf } from '../rules/contract.ts'

/**
 * Texts that are markup, code or an address to anything that interprets them. What they would add to a page
 * is marked `inj`, what they would run sets `__hit`, and what they would load is called `/inj`.
 */
export const payloads = {
  script: '</style></title></textarea><script class=inj>window.__hit=1</script>',
  image: `"'><img class=inj src=/inj onerror=window.__hit=1>`,
  address: 'javascript:window.__hit=1//https://inj.example',
  template: "{{constructor.constructor('__hit=1')()}} &lt;img class=inj&gt; &#60;b&amp;",
  backwards: 'שלום\u200f عليكم <b class=inj>\u200bנוטות\u2060',
  long: `${'W'.repeat(48)}👩‍👩‍👧‍👦🏳️‍🌈`,
} as const

/**
 * The same texts for the screens, if they fit in one line: the test visits each screen once for each of
 * these. With the word before it, each fits the shortest line, of 80 characters.
 */
export const writings = {
  markup: '</style></title></textarea><script class=inj>__hit=1</script>',
  attribute: `"'><img class=inj src=/inj onerror=__hit=1>&lt;b class=inj&gt; &#60;b&amp;`,
  address: "javascript:__hit=1//inj{{constructor.constructor('__hit=1')()}}",
  wide: `${'W'.repeat(36)}👩‍👩‍👧‍👦🏳️‍🌈שלום\u200f<b class=inj>\u200bנו\u2060`,
} as const
export type WritingName = keyof typeof writings

/**
 * Texts for addresses. Each combines several attacks: on a link's target, on markup and on a path; the second
 * one is also valid JSON.
 */
export const addressTexts = [
  `javascript:window.__hit=1//"'><img class=inj src=/inj onerror=window.__hit=1>../../../api/login%`,
  '{"__proto__":{"text":"<img class=inj src=/inj>"}}',
]

/**
 * What one-line fields refuse: text that can't be stored, ends early, isn't Unicode, or reads other than it
 * is.
 */
export const refusedTexts = ['a\u0000b', 'a\u001b[2Jb', 'photo\u202egpj.exe', 'a\u2066b\u2069']

/** The fields of a part of a call that take free text, such as `section.title` or `names[]`. */
export function textFieldsOf(call: Call, part: 'params' | 'query' | 'body'): string[] {
  const texts = valuesOf(call, part).filter(({ type, format }) => type === 'string' && !format)
  return [...new Set(texts.map(({ path }) => path))]
}
