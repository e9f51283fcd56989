import type { PDFDocumentProxy } from '#web/lib/pdfjs.ts'
import { folded } from './find-in-text.ts'

/** The folded text of a page. */
export type ReadText = (page: number) => Promise<string>

/** Reads the text of a document's pages, each once. */
export function textsOf(pdf: PDFDocumentProxy): ReadText {
  const texts = new Map<number, Promise<string>>()
  return page => {
    const text = texts.get(page) ?? textOn(pdf, page)
    texts.set(page, text)
    // Another search may have better luck.
    text.catch(() => texts.delete(page))
    return text
  }
}

/** As the text layer has it (lay-text.ts): what is found here is the same there. */
async function textOn(pdf: PDFDocumentProxy, number: number): Promise<string> {
  const { items } = await (await pdf.getPage(number)).getTextContent()
  return folded(items.map(item => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
}
