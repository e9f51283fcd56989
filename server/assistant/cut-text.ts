/**
 * The longest beginning of a text that has at most this many UTF-16 code units and doesn't end in the middle
 * of a surrogate pair: neither jsonb nor a provider's JSON takes half of one.
 */
export function cutText(text: string, length: number): string {
  return text.slice(0, cutAt(text, length))
}

/** The place at this index, or right before it if it is in the middle of a surrogate pair. */
export function cutAt(text: string, index: number): number {
  return text.codePointAt(index - 1)! > 0xffff ? index - 1 : index
}
