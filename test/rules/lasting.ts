import type { Stack } from '../harness/stack.ts'
import type { World } from './permission-requests.ts'

/** Makes a thing for whoever asks for it, and one for all of those who leave it as it is. */
export function lasting<T>(make: (world: World) => Promise<T>): (world: World) => Promise<T> {
  const kept = new WeakMap<Stack, Promise<T>>()
  return world => {
    if (!world.staysAsIs) return make(world)
    // What it is made from is its own: another thing may be made from the same in a way that changes it.
    const thing = kept.get(world.stack) ?? make({ ...world, staysAsIs: false })
    kept.set(world.stack, thing)
    return thing
  }
}
