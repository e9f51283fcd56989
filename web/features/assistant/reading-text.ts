import type { IndexedDocument } from '#shared/api/documents.ts'

type Reading = Pick<IndexedDocument, 'state' | 'kind' | 'pages' | 'pages_done' | 'picture_pages'>

const named = 6

/** How much of a document has been read, in words; null if there is nothing to say. */
export function readingText({ state, pages, pages_done, picture_pages }: Reading): string | null {
  switch (state) {
    case 'none':
    case 'waiting':
      return 'Getting ready to read this document…'
    case 'reading':
      return `Reading page ${Math.min(pages, pages_done + 1).toLocaleString('en')} of ${pages.toLocaleString('en')}…`
    case 'failed':
      return 'We couldn’t read this document. Answers will use the other documents in the course.'
    case 'done':
      return picturesText(picture_pages, pages)
  }
}

/** Whether a document can't answer anything: it consists of pictures, or couldn't be read. */
export function hasNoText({ state, pages, picture_pages }: Reading): boolean {
  return state === 'failed' || (state === 'done' && picture_pages.length === pages)
}

function picturesText(pictures: readonly number[], pages: number): string | null {
  if (pictures.length === 0) return null
  if (pictures.length === pages) {
    return 'This document is made of pictures, such as scans, so there’s no text to search.'
  }
  if (pictures.length === 1) return `Page ${pictures[0]} is a picture, so there’s no text on it to search.`
  const shown = pictures.slice(0, named).join(', ')
  const more = pictures.length > named ? ` and ${pictures.length - named} more` : ''
  return `Pages ${shown}${more} are pictures, so there’s no text on them to search.`
}
