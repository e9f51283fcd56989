import type { PayoutAccount } from '#shared/api/payouts.ts'

/** "STRIPE TEST BANK, ending in 6789". */
export function bankText({ bank_name, bank_last4 }: PayoutAccount): string {
  const name = bank_name ?? 'Your bank account'
  return bank_last4 ? `${name}, ending in ${bank_last4}` : name
}
