import type Stripe from 'stripe'

/** The metadata of a refund at the provider: its row, and the number of the attempt. */
export function nameOfAttempt({ id, attempt }: { id: string; attempt: number }): Stripe.MetadataParam {
  return attempt === 0 ? { refund_id: id } : { refund_id: id, attempt: String(attempt) }
}

/** Whether it is this attempt: the provider still reports earlier ones that failed. */
export function isAttempt(
  { id, attempt }: { id: string; attempt: number },
  metadata: Stripe.Metadata | null,
): boolean {
  return metadata?.refund_id === id && Number(metadata.attempt ?? 0) === attempt
}
