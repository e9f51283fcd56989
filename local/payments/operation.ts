import type { Nested } from './form.ts'
import type { World } from './world.ts'

/** What an operation of the API is asked. */
export type Call = {
  path: string[]
  params: Nested
  /** The connected account on whose behalf it is made. */
  account: string | null
}

/** One operation; it runs inside one change of the store. */
export type Operation = (world: World, call: Call) => object

/** Operations by method and path; a colon stands for one part of the path, handed over in order. */
export type Operations = Record<string, Operation>
