import { cameText } from '#web/features/sessions/words.ts'

/** Cuts a text to this many characters, with an ellipsis if something is left out. */
export function cutText(text: string, most: number): string {
  const characters = [...text.trim()]
  return characters.length > most ? `${characters.slice(0, most).join('').trimEnd()}…` : characters.join('')
}

/** Drops the cents of a whole amount: $30.00 becomes $30. */
export function shortDollars(text: string): string {
  return text.replace(/\.00$/, '')
}

/** Who is expected at an occurrence, or came to it. Without a call, nothing counts who comes. */
export function peopleText(expected: number, attended: number, over: boolean, counted: boolean): string {
  if (over) return cameText(attended, expected, counted)
  if (attended > 0) return `${attended} of ${expected} joined so far`
  return expected === 0 ? 'Nobody has signed up yet' : `${expected} expected`
}
