/** How long a bank transfer takes (docs.stripe.com/payouts: standard payouts). */
export const arrivalText = 'Banks usually take up to three business days.'
