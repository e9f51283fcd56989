import { inspector } from '../harness/inspector.ts'
import { type Stack, startStackOn } from '../harness/stack.ts'
import { test } from './fixtures.ts'

/**
 * The test of a file that has a server of its own, with its own clock and people: `start` starts it for the file's first
 * test. Call it in that file, so that the server ends with the file.
 */
export function withOwnStack<S extends Stack>(start: () => Promise<S>, timeout = 120_000) {
  let started: Promise<S> | undefined
  const own = test.extend<{ stack: S }>({
    stack: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter
      async ({}, use) => {
        started ??= start()
        await use(await started)
      },
      { scope: 'test', timeout },
    ],
  })
  own.afterAll(async ({ devices }) => {
    const stack = await started
    started = undefined
    if (!stack) return
    await devices.forget(stack.url)
    await stack.close()
  })
  return own
}

/** The same with a world that is made once and that all tests of the file look at, within `timeout`. */
export function withOwnWorld<W>(makeWorld: (stack: Stack) => Promise<W>, timeout?: number) {
  const start = async () => {
    const stack = await startOwn()
    return { ...stack, world: await makeWorld(stack) }
  }
  return withOwnStack(start, timeout).extend<{ world: W }>({
    world: async ({ stack }, use) => use(stack.world),
  })
}

export function startOwn(env?: Record<string, string>): Promise<Stack> {
  return startStackOn(process.env.E2E_POSTGRES_URL!, env, inspector)
}
