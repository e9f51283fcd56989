import type { ReactNode } from 'react'
import type { PageBox } from '#shared/api/documents.ts'

/** A place in a document to show: a page, what to mark on it, and which words of that are meant; ` … ` between several. */
export type MarkedPassage = { page: number; boxes: readonly PageBox[]; quote: string | null }

/** What stands around the pages where a document isn't only read. */
export type Companion = {
  /** Buttons at the end of the reader's title. */
  tools: ReactNode
  before?: ReactNode
  beside: ReactNode
  /** The passage to show, a new object each time it is to be gone to. */
  passage: MarkedPassage | null
  /** Whether the reader is covered for now, so that nothing in it can be reached. */
  covered: boolean
}
