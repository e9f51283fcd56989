/** How long a text is, of how many characters it may have, from half of them on: for the `aside` of its field. */
export function lengthNote(text: string, limit: number): string | false {
  return text.length > limit / 2 && `${[...text].length} / ${limit}`
}
