/**
 * Numbers from the provider's list of test bank accounts (docs.stripe.com/connect/testing), by how payouts to
 * them end.
 */
export const banks = { good: '000123456789', missing: '000111111116', closed: '000111111113' }

export const bankAccounts = [
  { number: banks.good, does: 'Payouts arrive', failure: null },
  { number: banks.missing, does: 'Payouts fail: no such account', failure: 'no_account' },
  { number: banks.closed, does: 'Payouts fail: the account is closed', failure: 'account_closed' },
]
