import type { BoardElement } from '#shared/api/boards.ts'

/** The fields that identify an element's state. */
export type Version = { version: number; versionNonce: number }

/** Whether one state of an element beats another: the editor's rule, and the server's. */
export function counts(state: Version, than: Version): boolean {
  return (
    state.version > than.version || (state.version === than.version && state.versionNonce < than.versionNonce)
  )
}

/** Every element once, in its winning state. */
export function merged(...lists: readonly BoardElement[][]): BoardElement[] {
  const elements = new Map<string, BoardElement>()
  for (const element of lists.flat()) {
    const known = elements.get(idOf(element))
    if (!known || counts(versionOf(element), versionOf(known))) elements.set(idOf(element), element)
  }
  return [...elements.values()]
}

export function idOf(element: BoardElement): string {
  return element.id as string
}

export function versionOf(element: BoardElement): Version {
  return { version: element.version as number, versionNonce: element.versionNonce as number }
}
