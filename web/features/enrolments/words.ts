/** A text cut at so many characters, with an ellipsis where something is left out. */
export function cutText(text: string, most: number): string {
  const characters = [...text.trim()]
  return characters.length > most ? `${characters.slice(0, most).join('').trimEnd()}…` : characters.join('')
}

/** "$30" of '30.00', "$7.50" of '7.50'. */
export function shortDollars(text: string): string {
  return text.replace(/\.00$/, '')
}

/** Who is expected at an occurrence, or came to it. */
export function peopleText(expected: number, attended: number, over: boolean): string {
  if (over) return `${attended} of ${expected} came`
  if (attended > 0) return `${attended} of ${expected} came so far`
  return expected === 0 ? 'Nobody has a place yet' : `${expected} expected`
}
