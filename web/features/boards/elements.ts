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

/** From the lowest to the highest, as the editor expects them: it changes the index of every element that is out of this order. */
export function byIndex(elements: readonly BoardElement[]): BoardElement[] {
  return elements.toSorted((one, other) => {
    const [a, b] = [indexOf(one), indexOf(other)]
    if (a !== b) return a < b ? -1 : 1
    return idOf(one) < idOf(other) ? -1 : 1
  })
}

/** An element without an index is on top. */
const indexOf = (element: BoardElement) => (element.index as string | null) ?? '~'

export function idOf(element: BoardElement): string {
  return element.id as string
}

/**
 * Whether there is nothing to see of an element. The editor leaves out such ones, except those that are being drawn, and lets go of
 * them without a word if they stay so. An image has no picture yet while the editor reads its file, which it may then refuse; it
 * keeps to its own object of the element meanwhile, which a state that is heard would replace.
 */
export function showsNothing({ type, text, fileId, points, width, height }: BoardElement): boolean {
  if (type === 'text') return text === ''
  if (type === 'image' && !fileId) return true
  return Array.isArray(points) ? points.length < 2 : width === 0 && height === 0
}

export function versionOf(element: BoardElement): Version {
  return { version: element.version as number, versionNonce: element.versionNonce as number }
}

/**
 * A copy with at most two decimals in each of a stroke's points and pressures, which nobody sees: the editor keeps up to 17,
 * and a third of the stroke would fit into what the server takes of an element.
 */
export function rounded(element: BoardElement): BoardElement {
  const { points, pressures } = element as { points?: unknown; pressures?: unknown }
  return {
    ...element,
    ...(Array.isArray(points) && { points: points.map(roundedList) }),
    ...(Array.isArray(pressures) && { pressures: roundedList(pressures) }),
  }
}

const roundedList = (numbers: number[]) => numbers.map(number => Math.round(number * 100) / 100)
