/**
 * The provider forgets idempotency keys after a day at the earliest
 * (docs.stripe.com/api/idempotent_requests).
 */
const keyHours = 20

/**
 * Whether the provider may have forgotten the key of a request begun then: only its lists still tell whether
 * the request succeeded.
 */
export function keyMayBeForgotten(
  { created_at }: { created_at: Temporal.Instant },
  now: Temporal.Instant,
): boolean {
  return Temporal.Instant.compare(now, created_at.add({ hours: keyHours })) > 0
}
