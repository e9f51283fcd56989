import type { IndexedDocument } from '#shared/api/documents.ts'

type Reading = Pick<
  IndexedDocument,
  'state' | 'kind' | 'pages' | 'pages_done' | 'read_to' | 'picture_pages' | 'unread_pages'
>

const named = 6

/** How much of a document has been read, in words; null if there is nothing to say. */
export function readingText({
  state,
  kind,
  pages,
  pages_done,
  read_to,
  picture_pages,
  unread_pages,
}: Reading): string | null {
  switch (state) {
    case 'none':
    case 'waiting':
      return 'Getting ready to read this document…'
    case 'reading':
      return `Reading page ${Math.min(pages, pages_done + 1).toLocaleString('en')} of ${pages.toLocaleString('en')}…`
    case 'failed':
      return 'We couldn’t read this document. Answers will use the other documents in the course.'
    case 'done':
      if (unread_pages > 0) return unreadText(unread_pages, kind)
      // An old server's answer has no `read_to`.
      if (read_to != null) {
        return `This document has too much text. We read it up to page ${read_to.toLocaleString('en')}.`
      }
      return picturesText(picture_pages, pages)
  }
}

/** Whether a document can't answer anything: it consists of pictures, or couldn't be read. */
export function hasNoText({ state, pages, picture_pages, unread_pages }: Reading): boolean {
  return state === 'failed' || (state === 'done' && unread_pages === 0 && picture_pages.length === pages)
}

function unreadText(unread: number, kind: Reading['kind']): string {
  if (kind === 'image') return 'Reading the text in this picture…'
  if (unread === 1) return 'Reading the text on a scanned page…'
  return `Reading the text on ${unread.toLocaleString('en')} scanned pages…`
}

function picturesText(pictures: readonly number[], pages: number): string | null {
  if (pictures.length === 0) return null
  if (pictures.length === pages) return 'We didn’t find any text in this document.'
  if (pictures.length === 1) return `We didn’t find any text on page ${pictures[0]}.`
  const shown = pictures.slice(0, named).join(', ')
  const more = pictures.length > named ? ` and ${pictures.length - named} more` : ''
  return `We didn’t find any text on pages ${shown}${more}.`
}
