import type { Call } from '#shared/api/contract.ts'
import type { Stack } from '../harness/stack.ts'
import type { World } from './world.ts'

/** Creates a thing for each caller who changes it, and one shared by all who don't. */
export function lasting<T>(make: (world: World) => Promise<T>): (world: World) => Promise<T> {
  const kept = new WeakMap<Stack, Promise<T>>()
  return world => {
    if (!world.staysAsIs) return make(world)
    // Its dependencies are its own: another caller may create something from the same in a way that changes
    // it.
    const thing = kept.get(world.stack) ?? make({ ...world, staysAsIs: false })
    kept.set(world.stack, thing)
    return thing
  }
}

/** Calls that write only the asker's own data about a thing, which stays unchanged. */
const besides = new Set([
  'analytics.reportView',
  'dialogues.create',
  'files.download',
  'posts.save',
  'posts.unsave',
  'profiles.highlight',
  'reading.forgetPosition',
  'reading.keepPosition',
  'reports.create',
])

/** Whether a call leaves its thing unchanged, even if it isn't refused. */
export function leavesAsIs(name: string, { method }: Call): boolean {
  return method === 'GET' || besides.has(name)
}
