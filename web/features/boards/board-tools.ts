import type { BoardElement } from '#shared/api/boards.ts'

/** What people can do with the board on the screen, besides drawing. */
export type BoardTools = {
  isEmpty(): boolean
  png(): Promise<Blob>
  svg(): Promise<Blob>
  /** One page, as large as the drawing. */
  pdf(): Promise<Blob>
  /** A picture of other elements: those of a version. */
  preview(elements: BoardElement[]): Promise<Blob>
  /** Shows the version that was just restored, also in lists. */
  showRestored(): Promise<void>
  /** Adds a picture in the middle of the visible area; its size is in board units. */
  addPicture(
    dataUrl: string,
    mimeType: 'image/jpeg' | 'image/png',
    size: { width: number; height: number },
  ): void
}
