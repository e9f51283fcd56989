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
  '¡': 'i',
  ɪ: 'i',
  ɢ: 'g',
  ɴ: 'n',
  ᴛ: 't',
  ᴇ: 'e',
}

/** Stands for a letter of another script, which may look like any of ours. */
const foreign = 'ж'
/** Matches a text in which any letter may be such a one. */
const orForeign = (letters: string) => letters.replaceAll(/[a-z]/g, letter => `[${letter}${foreign}]`)

const ignite = new RegExp(orForeign('ignite'), 'g')
const studyPal = new RegExp(`${orForeign('study')} *${orForeign('pai')}`, 'g')

const roles =
  'admins?|administrators?|administration|moderators?|moderation|operators?|support|help|staff|officials?|billing|payments?|payouts?|' +
  'refunds?|stripe|security'
const besideRoles =
  'the|and|team|desk|center|office|department|customers?|students?|tutors?|agents?|services?|accounts?|care|tech|technical|it'

/** What stands for a letter of a role. Those for an i or an l are in the pattern, as a 1 can be either. */
const digits: Record<string, string> = { '0': 'o', '3': 'e', '5': 's', $: 's' }
/** Letters of other scripts and small capitals, and the letters of roles that they look like. */
const foreignLetters = 'аαсԁеεһіιмпоοрρѕтτυуγᴀʙᴄᴅᴇꜰɢʜɪᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠʏ'
const theirLookalikes = 'aacdeehiimnooppsttuyyabcdefghiklmnoprstuvy'
const roleLookalikes = new Map([...foreignLetters].map((letter, at) => [letter, theirLookalikes[at]!]))
const orDigit = (words: string) => words.replaceAll('i', '[i1!|]').replaceAll('l', '[l1|]')

/**
 * Only such words, with a role among them: "Billing", "support-team", "helpdesk24", "Tech Supp0rt". Beside any other word a role is a
 * surname, or what somebody helps with: "Andrew Billing", "support.for.bio101".
 */
const onlyRoles = new RegExp(orDigit(`^\\P{L}*(?=.*(${roles}))((${roles}|${besideRoles})\\P{L}*)+$`), 'u')

/**
 * Whether a name or username could be taken for Ignite itself or who runs it ("Ignite Support", "teamignite", "lgn1te", "Billing Team"), as
 * somebody would choose who asks strangers for a card number.
 */
export function looksLikeOurs(name: string): boolean {
  const letters = name
    // No name may be longer, and the patterns take quadratic time.
    .slice(0, 200)
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    // White letters on black squares and circles, 32 apart.
    .replaceAll(/[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/gu, sign =>
      String.fromCharCode(97 + ((sign.codePointAt(0)! - 0x1f150) % 32)),
    )
    // "TeamIgnite" is two words.
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
  const signs = [...letters]
  const plain = signs.map(sign => lookalikes[sign] ?? sign).join('')
  return (
    // Also with words that run into it, as in "teamignite": usernames have no capitals. "Reignite" and "Dignité" are words of their own.
    /(?<!(^|\P{L})(re|d))ignite/u.test(plain) ||
    // With other characters in between, it must be whole words: "I. G. Nitesh" is a person.
    /(^|\P{L})i\P{L}*g\P{L}*n\P{L}*i\P{L}*t\P{L}*e(\P{L}|$)/u.test(plain) ||
    // "Study Pal", whose l is read as an i, too. As words of their own they must end there: "Study Palmer" is a person.
    /studypai(?!ge(\P{L}|$))|study\P{L}+pais?(?!\p{L})/u.test(plain) ||
    // A digit also stands beside words.
    [signs, signs.map(sign => digits[sign] ?? sign)].some(form => isOnlyRoles(form)) ||
    mixesScripts(signs)
  )
}

function isOnlyRoles(signs: readonly string[]): boolean {
  const text = signs.map(sign => roleLookalikes.get(sign) ?? sign).join('')
  // "S.u.p.p.o.r.t" is one word; "I. T. Staff" is a person.
  const joined = text.replaceAll(/(?<!\p{L})\p{L}(\P{L}+\p{L}(?!\p{L})){3,}/gu, spelled =>
    spelled.replaceAll(/\P{L}/gu, ''),
  )
  return onlyRoles.test(text) || onlyRoles.test(joined)
}

/** The scripts that look alike, and all others: languages such as Japanese have several. */
const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})\p{L}/u,
]
const mixes = (letters: string) => scripts.filter(script => script.test(letters)).length > 1

/** Whether it says ours in letters of two scripts, as in "IGΝITE" with a Greek one. A word in one script is a word of another language. */
function mixesScripts(signs: readonly string[]): boolean {
  const mixed = signs.map(sign => {
    const letter = lookalikes[sign] ?? sign
    if (/[a-z]/.test(letter)) return letter
    return /\p{L}/u.test(letter) ? foreign : ' '
  })
  return [ignite, studyPal].some(ours =>
    [...mixed.join('').matchAll(ours)].some(({ index, 0: { length } }) => {
      const words = signs
        .slice(index, index + length)
        .map((sign, at) => (mixed[index + at] === ' ' ? ' ' : sign))
        .join('')
        .split(/ +/)
      // Five letters of another script before "Pal" are somebody's first name, but nobody's is "Study".
      return words.some(mixes) || (words[0] === 'study' && mixes(words.join('')))
    }),
  )
}
