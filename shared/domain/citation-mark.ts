/**
 * How an answer's text cites a passage. In brackets of its own: `[1]` is also a list, or an element of one, of which answers about
 * programs and mathematics are full.
 */
export const citationMark = (number: number): string => `[@${number}]`

/** Each citation in a text, with its number. */
export const citationMarks = /\[@(\d{1,2})\]/g

/** An answer's text with its citations as people see them. */
export const shownText = (text: string): string => text.replace(citationMarks, '[$1]')
