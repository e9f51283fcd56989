/**
 * Why a bank or the provider refused a payout, by the provider's codes
 * (docs.stripe.com/api/payouts/failures).
 */
const payoutFailures: Record<string, string> = {
  account_closed: 'The bank account is closed.',
  account_frozen: 'The bank account is frozen.',
  bank_account_restricted: 'The bank account doesn’t take payouts of this kind. It may be a savings account.',
  bank_ownership_changed:
    'The bank account is no longer valid because its branch belongs to another bank now.',
  could_not_process: 'The bank couldn’t process it.',
  debit_not_authorized: 'The bank account doesn’t allow debits, which payouts need too.',
  declined: 'The bank declined it. Ask your bank why.',
  incorrect_account_holder_address: 'The bank has a different address for the account holder.',
  incorrect_account_holder_name: 'The bank has a different name for the account holder.',
  incorrect_account_holder_tax_id: 'The bank has a different tax ID for the account holder.',
  incorrect_account_type: 'The bank account isn’t the type you entered.',
  insufficient_funds: 'Stripe didn’t have enough money for it.',
  invalid_account_number: 'The account number isn’t valid.',
  invalid_account_number_length: 'The account number is too long or too short.',
  invalid_currency: 'The bank account doesn’t take US dollars.',
  no_account: 'We couldn’t find a bank account with the information you entered.',
  unsupported_card: 'The bank no longer takes payouts to this card.',
}

/** Why a payout that was on its way came back. */
export function failureInWords(status: string, code: string | null): string {
  if (status === 'canceled') return 'The payout was canceled.'
  return payoutFailures[code ?? ''] ?? 'The bank sent it back.'
}

/** Why the provider refuses to begin it at all. */
export function refusalInWords(code: string): string {
  return refusals[code] ?? 'Stripe couldn’t send it.'
}

const unpayable = 'Stripe can’t pay you right now. Your wallet shows what it still needs.'

const refusals: Record<string, string> = {
  account_closed: payoutFailures.account_closed!,
  account_invalid: 'Your payout account at Stripe is closed.',
  bank_account_unusable: 'Payouts to this bank account have failed before. Add another one.',
  insufficient_capabilities_for_transfer: unpayable,
  no_account: payoutFailures.no_account!,
  payouts_not_allowed: unpayable,
  resource_missing: 'Your payout account at Stripe is closed.',
}
