import { startStack } from '../harness/start-stack.ts'
import { worldOn } from './people.ts'
import type { World } from './world.ts'

/** The people that the rules use, on their own stack; `env` overrides settings. */
export async function startWorld(
  env?: Record<string, string>,
): Promise<World & { close: () => Promise<void> }> {
  const stack = await startStack(env)
  return { ...(await worldOn(stack)), close: stack.close }
}
