import { inject } from 'vitest'
import { type Stack, startStackOn } from './stack.ts'

/** The real product for one test file; `env` overrides settings. */
export function startStack(env?: Record<string, string>): Promise<Stack> {
  return startStackOn(inject('postgresUrl'), env)
}
