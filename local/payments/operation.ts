import type { Nested } from './form.ts'
import type { World } from './world.ts'

/** The input of an API operation. */
export type Call = {
  path: string[]
  params: Nested
  /** The connected account for which it runs. */
  account: string | null
}

/** One operation; it runs inside one change of the store. */
export type Operation = (world: World, call: Call) => object

/** Operations by method and path; a colon marks one part of the path, passed in order. */
export type Operations = Record<string, Operation>
