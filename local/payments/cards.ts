/** A card of the provider's list of test cards: docs.stripe.com/testing. */
export type Card = {
  number: string
  does: string
  brand: 'visa' | 'mastercard'
  decline?: { code: string; declineCode?: string; message: string }
  confirms?: true
  disputed?: 'dispute' | 'inquiry'
  refund?: 'pending' | 'failing'
}

const declined = 'Your card was declined.'

export const cards: Card[] = [
  { number: '4242424242424242', does: 'Pays', brand: 'visa' },
  { number: '5555555555554444', does: 'Pays, as a Mastercard', brand: 'mastercard' },
  {
    number: '4000000000000002',
    does: 'Is declined',
    brand: 'visa',
    decline: { code: 'card_declined', declineCode: 'generic_decline', message: declined },
  },
  {
    number: '4000000000009995',
    does: 'Has insufficient funds',
    brand: 'visa',
    decline: {
      code: 'card_declined',
      declineCode: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    },
  },
  {
    number: '4000000000000069',
    does: 'Has expired',
    brand: 'visa',
    decline: { code: 'expired_card', message: 'Your card has expired.' },
  },
  {
    number: '4000000000000119',
    does: 'Can’t be processed',
    brand: 'visa',
    decline: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  { number: '4000002500003155', does: 'Asks for a second step', brand: 'visa', confirms: true },
  { number: '4000000000000259', does: 'Pays, then disputes it', brand: 'visa', disputed: 'dispute' },
  { number: '4000000000001976', does: 'Pays, then its bank inquires', brand: 'visa', disputed: 'inquiry' },
  { number: '4000000000007726', does: 'Pays; a refund takes a while', brand: 'visa', refund: 'pending' },
  { number: '4000000000005126', does: 'Pays; a refund fails later', brand: 'visa', refund: 'failing' },
]

export const invalidNumber = { code: 'incorrect_number', message: 'Your card number is incorrect.' }

/** Ignores spaces and hyphens, as people type them; no card means an invalid number. */
export function findCard(number: string): Card | undefined {
  return cards.find(card => card.number === number.replaceAll(/[\s-]/g, ''))
}
