import { startStack } from '../harness/start-stack.ts'
import { worldOn } from './people.ts'
import type { World } from './permission-requests.ts'

/** The people whom the rules are tried on, on a stack of their own. */
export async function startWorld(): Promise<World & { close: () => Promise<void> }> {
  const stack = await startStack()
  return { ...(await worldOn(stack)), close: stack.close }
}
