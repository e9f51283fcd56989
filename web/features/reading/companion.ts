import type { ReactNode } from 'react'
import type { PageBox } from '#shared/api/documents.ts'

/**
 * A place in a document to show: a page, the boxes to mark, and the words in them that are meant; ` … `
 * separates several.
 */
export type MarkedPassage = { page: number; boxes: readonly PageBox[]; quote: string | null }

/** What surrounds the pages if the document isn't only read. */
export type Companion = {
  /** Buttons at the end of the reader's title. */
  tools: ReactNode
  before?: ReactNode
  beside: ReactNode
  /** The passage to show; each time a new object. */
  passage: MarkedPassage | null
  /** Whether something covers the reader, so that nothing in it can be reached. */
  covered: boolean
}
