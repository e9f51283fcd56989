import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { type KnownWord, nearestWord } from './nearest.ts'

export type Interpretation = {
  /** The search, in PostgreSQL's text search syntax. */
  query: string
  /** The words searched for, if one was corrected; otherwise null. */
  corrected: string | null
}

// Titles contain these, but people leave them out or write others.
const fillers = new Set('a an and at by for from in of on or the to with'.split(' '))

/**
 * Interprets a person's search with the words that posts use, in one query: corrects unknown words, and
 * completes the last one, which may be unfinished, with its most common completions. Null if it contains no
 * word.
 */
export async function interpret(db: Database, text: string): Promise<Interpretation | null> {
  const typed = await lookUp(db, text)
  const telling = typed.filter(
    ({ word }, at) => !fillers.has(word) && !namesNumber(word, typed[at + 1]?.word),
  )
  const words = (telling.length > 0 ? telling : typed).map(({ word, known, completions, similar }) => {
    const understood = known || completions.length > 0 ? word : (nearestWord(word, similar) ?? word)
    return {
      understood,
      mended: understood !== word,
      alternatives: [understood, ...inOtherNumber(understood), ...completions],
    }
  })
  if (words.length === 0) return null
  return {
    query: words.map(({ alternatives }) => anyOf(alternatives)).join(' & '),
    corrected: words.some(({ mended }) => mended)
      ? words.map(({ understood }) => understood).join(' ')
      : null,
  }
}

/** The plural of a word, or what may be its singular: one that no post has finds nothing, and costs next to nothing. */
function inOtherNumber(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return []
  if (/ies$/.test(word)) return [word.replace(/ies$/, 'y')]
  if (/(s|x|ch|sh)es$/.test(word)) return [word.slice(0, -2), word.slice(0, -1)]
  if (/[^s]s$/.test(word)) return [word.slice(0, -1)]
  if (/[^aeiou]y$/.test(word)) return [word.replace(/y$/, 'ies')]
  return [/(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`]
}

// Cards show “CRN 10432”, but posts are found by the number alone.
const namesNumber = (word: string, next = '') => word === 'crn' && /\d/.test(next)

type Typed = { word: string; known: boolean; completions: string[]; similar: KnownWord[] }

async function lookUp(db: Database, text: string): Promise<Typed[]> {
  // The highest code point ends the range of words with this beginning; a single letter has too many
  // completions.
  const { rows } = await sql<Typed>`
    select typed.word, known,
      array(
        select word from (
          select word, posts from post_words
          where place = max_place and length(typed.word) > 1
            and word > typed.word and word < typed.word || U&'\\+10FFFF'
          order by posts desc, word limit 20
        ) begun
        where still_posted(word, posts) limit 10
      ) as completions,
      case when known or typed.word ~ '[0-9]' or length(typed.word) < 4 then '[]'
        else (select coalesce(jsonb_agg(similar_words), '[]') from similar_words(typed.word)) end as similar
    from (
      select left(word, 60) collate "C" as word, place, max(place) over () as max_place,
        -- Not exists(): the planner would hash all words.
        (select still_posted(word, posts) from post_words where post_words.word = left(typed.word, 60)) is true as known
      from string_to_table(plain_words(${text}), ' ') with ordinality as typed (word, place)
      where word <> '' and place <= 12
    ) typed
    order by place`.execute(db)
  return rows
}

/** Plain words contain neither quotes nor backslashes (plain_words, 0002), so quoting them is enough. */
function anyOf(words: string[]): string {
  return `(${words.map(word => `'${word}'`).join(' | ')})`
}
