import * as z from 'zod/mini'
import { uuid } from './fields.ts'

/** A username as calls take it: in any case, with or without `@`. */
export const username = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))

/** A person as lists and cards show them. */
export const personCard = z.object({
  id: uuid,
  username: z.string(),
  name: z.string(),
  profile_image: z.nullable(z.string()),
  college: z.nullable(z.string()),
  designation: z.nullable(z.string()),
  description: z.nullable(z.string()),
  /** Dollars with two decimals, or null if the person has no rate. */
  hourly_rate: z.nullable(z.string()),
  /** The caller's own email on their own card, otherwise null. */
  email: z.nullable(z.string()),
  is_you: z.boolean(),
  /** Whether the caller follows the person, and whether the person follows the caller. */
  followed: z.boolean(),
  follows_you: z.boolean(),
})
export type PersonCard = z.output<typeof personCard>
