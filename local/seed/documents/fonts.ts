import { type PDFDocument, type PDFFont, rgb, StandardFonts } from 'pdf-lib'

export type Style = 'roman' | 'italic' | 'bold' | 'code'
export type Face = 'serif' | 'sans'
export type Fonts = Record<Style | 'symbol', PDFFont>
export type Colour = ReturnType<typeof rgb>

/** The fonts every PDF reader has; nothing is embedded, so a document stays small. */
export async function embedFonts(pdf: PDFDocument, face: Face): Promise<Fonts> {
  const names =
    face === 'serif'
      ? [StandardFonts.TimesRoman, StandardFonts.TimesRomanItalic, StandardFonts.TimesRomanBold]
      : [StandardFonts.Helvetica, StandardFonts.HelveticaOblique, StandardFonts.HelveticaBold]
  const [roman, italic, bold, code, symbol] = await Promise.all(
    [...names, StandardFonts.Courier, StandardFonts.Symbol].map(name => pdf.embedFont(name)),
  )
  return { roman: roman!, italic: italic!, bold: bold!, code: code!, symbol: symbol! }
}

/** The font for one character: the symbol font has the Greek letters and the operators that the others lack. */
export function pick(fonts: Fonts, style: Style, char: string): PDFFont {
  return known(fonts[style]).has(char.codePointAt(0)!) ? fonts[style] : fonts.symbol
}

export const ink = rgb(0.13, 0.12, 0.11)
export const faint = rgb(0.45, 0.43, 0.41)

/** A colour of a hue (degrees), dark enough for headings or pale enough for boxes. */
export function tone(hue: number, saturation: number, lightness: number): Colour {
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12
    return (
      lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    )
  }
  return rgb(channel(0), channel(8), channel(4))
}

const characters = new WeakMap<PDFFont, Set<number>>()

function known(font: PDFFont): Set<number> {
  let set = characters.get(font)
  if (!set) {
    set = new Set(font.getCharacterSet())
    characters.set(font, set)
  }
  return set
}
