import * as z from 'zod/mini'

/** A contract rule's message about a value. */
export function faultOf(rule: z.core.$ZodType, value: unknown): string | undefined {
  return z.safeParse(rule, value).error?.issues[0]?.message
}
