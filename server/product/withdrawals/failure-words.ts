/** Why a bank or the provider didn't take a payout, by the provider's codes (docs.stripe.com/api/payouts/failures). */
const payoutFailures: Record<string, string> = {
  account_closed: 'The bank account is closed.',
  account_frozen: 'The bank account is frozen.',
  bank_account_restricted: 'The bank account doesn’t take payouts of this kind. It may be a savings account.',
  bank_ownership_changed: 'The bank account is no longer valid, as its branch belongs to another bank now.',
  could_not_process: 'The bank could not process it.',
  debit_not_authorized: 'The bank account doesn’t allow debits, which payouts need too.',
  declined: 'The bank declined it. Ask your bank why.',
  incorrect_account_holder_address: 'The bank has another address for the holder of the account.',
  incorrect_account_holder_name: 'The bank has another name for the holder of the account.',
  incorrect_account_holder_tax_id: 'The bank has another tax number for the holder of the account.',
  incorrect_account_type: 'The bank account is of another type than was given.',
  insufficient_funds: 'There was not enough money at Stripe for it.',
  invalid_account_number: 'The bank account’s number is not valid.',
  invalid_account_number_length: 'The bank account’s number is too long or too short.',
  invalid_currency: 'The bank account doesn’t take US dollars.',
  no_account: 'No bank account could be found by the details you gave.',
  unsupported_card: 'The bank no longer takes payouts to this card.',
}

/** Why a payout that was on its way came back. */
export function failureInWords(status: string, code: string | null): string {
  if (status === 'canceled') return 'The payout was cancelled.'
  return payoutFailures[code ?? ''] ?? 'The bank sent it back.'
}

/** Why the provider doesn't begin it at all. */
export function refusalInWords(code: string): string {
  return refusals[code] ?? 'Stripe could not send it.'
}

const unpayable = 'Stripe can’t pay you out at the moment. Your wallet says what it still needs.'

const refusals: Record<string, string> = {
  account_closed: payoutFailures.account_closed!,
  account_invalid: 'Your payout account at Stripe is closed.',
  bank_account_unusable: 'Payouts to this bank account have failed before. Add another one.',
  insufficient_capabilities_for_transfer: unpayable,
  no_account: payoutFailures.no_account!,
  payouts_not_allowed: unpayable,
  resource_missing: 'Your payout account at Stripe is closed.',
}
