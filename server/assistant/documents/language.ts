import { franc } from 'franc-min'

/** PostgreSQL's configurations by franc's language codes (ISO 639-3), with the web's codes. */
const languages: Record<string, { code: string; configuration: string }> = {
  arb: { code: 'ar', configuration: 'arabic' },
  deu: { code: 'de', configuration: 'german' },
  eng: { code: 'en', configuration: 'english' },
  fra: { code: 'fr', configuration: 'french' },
  hin: { code: 'hi', configuration: 'hindi' },
  ind: { code: 'id', configuration: 'indonesian' },
  ita: { code: 'it', configuration: 'italian' },
  nld: { code: 'nl', configuration: 'dutch' },
  por: { code: 'pt', configuration: 'portuguese' },
  ron: { code: 'ro', configuration: 'romanian' },
  rus: { code: 'ru', configuration: 'russian' },
  spa: { code: 'es', configuration: 'spanish' },
  swe: { code: 'sv', configuration: 'swedish' },
  tur: { code: 'tr', configuration: 'turkish' },
  hun: { code: 'hu', configuration: 'hungarian' },
}

/** The language of a text; null if it is too short to tell, or PostgreSQL can’t stem it. */
export function languageOf(text: string): { code: string; configuration: string } | null {
  return languages[franc(text.slice(0, 4000), { minLength: 40, only: Object.keys(languages) })] ?? null
}
