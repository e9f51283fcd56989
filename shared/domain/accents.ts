/** The accents that older fonts of TeX draw apart from the letter, each with the mark that joins a letter. */
const marks = new Map([
  ['\u00b4', '\u0301'],
  ['\u02c6', '\u0302'],
  ['\u02dc', '\u0303'],
  ['\u00af', '\u0304'],
  ['\u02d8', '\u0306'],
  ['\u02d9', '\u0307'],
  ['\u00a8', '\u0308'],
  ['\u02da', '\u030a'],
  ['\u02dd', '\u030b'],
  ['\u02c7', '\u030c'],
  ['\u00b8', '\u0327'],
])
const apart = [...marks.keys()].join('')
const beforeLetter = new RegExp(String.raw`([${apart}])(\p{L})`, 'gu')
// Some people type an acute accent for an apostrophe: “it´s”, “they´re”.
const apostrophe = /(?<=\p{L})\u00b4(?=(?:s|m|re|ll|t|d|ve)(?!\p{L}))/gu
const separate = new RegExp(`[${apart}]`, 'g')
const dotlessI = '\u0131'

/** A text in which accents that stand apart have joined their letters: before them, or after them as a cedilla does. */
export function joinAccents(text: string): string {
  return text
    .replace(apostrophe, '’')
    .replace(/(\p{L})(\u00b8)/gu, (whole, letter: string, accent: string) => joined(letter, accent) ?? whole)
    .replace(beforeLetter, (whole, accent: string, letter: string) => joined(letter, accent) ?? whole)
}

/** Undefined if no language has the letter with this accent: then it is a formula’s. */
function joined(letter: string, accent: string): string | undefined {
  const one = `${letter === dotlessI ? 'i' : letter}${marks.get(accent)}`.normalize('NFC')
  return [...one].length === 1 ? one : undefined
}

/** A text to compare with others: without accents, whether they are parts of their letters or stand apart, and without ligatures. */
export function withoutAccents(text: string): string {
  return text
    .replace(apostrophe, '’')
    .replace(separate, '')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll(dotlessI, 'i')
}
