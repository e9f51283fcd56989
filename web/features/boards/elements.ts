import type { BoardElement } from '#shared/api/boards.ts'
import { beats, type Version } from '#shared/domain/element-versions.ts'

/** Every element once, in its winning state. */
export function merged(...lists: readonly BoardElement[][]): BoardElement[] {
  const elements = new Map<string, BoardElement>()
  for (const element of lists.flat()) {
    const known = elements.get(idOf(element))
    if (!known || beats(versionOf(element), versionOf(known))) elements.set(idOf(element), element)
  }
  return [...elements.values()]
}

export function idOf(element: BoardElement): string {
  return element.id as string
}

export function versionOf(element: BoardElement): Version {
  return { version: element.version as number, versionNonce: element.versionNonce as number }
}
