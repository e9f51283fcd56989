import type { IndexedDocument } from '#shared/api/documents.ts'

type Reading = Pick<IndexedDocument, 'state' | 'kind' | 'pages' | 'pages_done' | 'picture_pages'>

const named = 6

/** How far a document has been read, in words; null where there is nothing to say. */
export function readingText({ state, pages, pages_done, picture_pages }: Reading): string | null {
  switch (state) {
    case 'none':
    case 'waiting':
      return 'This document will be read in a moment…'
    case 'reading':
      return `Reading page ${Math.min(pages, pages_done + 1).toLocaleString('en')} of ${pages.toLocaleString('en')}…`
    case 'failed':
      return 'This document couldn’t be read. Answers go by the other documents of the course.'
    case 'done':
      return picturesText(picture_pages, pages)
  }
}

/** Whether nothing of a document can be asked about: it is made of pictures, or couldn't be read. */
export function hasNoText({ state, pages, picture_pages }: Reading): boolean {
  return state === 'failed' || (state === 'done' && picture_pages.length === pages)
}

function picturesText(pictures: readonly number[], pages: number): string | null {
  if (pictures.length === 0) return null
  if (pictures.length === pages) {
    return 'This document is made of pictures, such as scans, in which no text can be found.'
  }
  if (pictures.length === 1) return `Page ${pictures[0]} is a picture: no text can be found on it.`
  const shown = pictures.slice(0, named).join(', ')
  const more = pictures.length > named ? ` and ${pictures.length - named} more` : ''
  return `Pages ${shown}${more} are pictures: no text can be found on them.`
}
