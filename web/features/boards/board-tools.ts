import type { BoardElement } from '#shared/api/boards.ts'

/** What can be done with the board that is shown, besides drawing on it. */
export type BoardTools = {
  isEmpty(): boolean
  png(): Promise<Blob>
  svg(): Promise<Blob>
  /** One page, as large as what is drawn. */
  pdf(): Promise<Blob>
  /** A picture of other elements: those of a version. */
  preview(elements: BoardElement[]): Promise<Blob>
  /** Puts a picture in the middle of what is in sight; its size is in the board's units. */
  addPicture(
    dataUrl: string,
    mimeType: 'image/jpeg' | 'image/png',
    size: { width: number; height: number },
  ): void
}
