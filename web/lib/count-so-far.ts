import { counted } from '#shared/domain/counted.ts'

/** "1 person", or "More than 20 people" if only these are loaded and there are `more`. */
export function countSoFar(loaded: number, more: boolean, one: string, many: string): string {
  return `${more ? 'More than ' : ''}${counted(loaded, one, many)}`
}
