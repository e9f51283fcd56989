/** What people read as a letter of our names: letters of other scripts, digits, and a small l for a capital i. */
const lookalikes: Record<string, string> = {
  '1': 'i',
  '!': 'i',
  '|': 'i',
  l: 'i',
  ı: 'i',
  і: 'i',
  ι: 'i',
  ӏ: 'i',
  ɡ: 'g',
  '9': 'g',
  п: 'n',
  ո: 'n',
  т: 't',
  τ: 't',
  е: 'e',
  ε: 'e',
  '3': 'e',
}

/**
 * Whether a name or username could be taken for Ignite itself ("Ignite Support", "teamignite", "lgn1te"), as somebody would choose who
 * asks strangers for a card number.
 */
export function looksLikeOurs(name: string): boolean {
  const letters = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    // "TeamIgnite" is two words.
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
  const plain = [...letters].map(letter => lookalikes[letter] ?? letter).join('')
  return (
    // Also with words that run into it, as in "teamignite": usernames have no capitals. "Reignite" and "Dignité" are words of their own.
    /(?<!(^|\P{L})(re|d))ignite/u.test(plain) ||
    // With other characters in between, it must be whole words: "I. G. Nitesh" is a person.
    /(^|\P{L})i\P{L}*g\P{L}*n\P{L}*i\P{L}*t\P{L}*e(\P{L}|$)/u.test(plain) ||
    // "Study Pal", whose l is read as an i, too. As words of their own they must end there: "Study Palmer" is a person.
    /studypai|study\P{L}+pais?(?!\p{L})/u.test(plain)
  )
}
