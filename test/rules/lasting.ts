import type { Call } from '#shared/api/contract.ts'
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

/** Calls that write what is the asker's own about a thing, which stays as it is. */
const besides = new Set([
  'analytics.reportView',
  'dialogues.create',
  'files.download',
  'posts.save',
  'posts.unsave',
  'profiles.highlight',
  'reading.keepPosition',
  'reports.create',
])

/** Whether a call leaves what it is about as it is, also where it isn't refused. */
export function leavesAsIs(name: string, { method }: Call): boolean {
  return method === 'GET' || besides.has(name)
}
