/**
 * What the provider may require, by prefix of its name for it: what it documents for individuals, and what
 * can come up later (docs.stripe.com/connect/required-verification-information). The longest matching prefix
 * counts.
 */
const words: Record<string, string> = {
  business_profile: 'Some facts about your tutoring',
  'business_profile.mcc': 'What kind of work you do',
  'business_profile.name': 'The name you teach under',
  'business_profile.product_description': 'What you offer, in a sentence',
  'business_profile.support': 'How students can reach you',
  'business_profile.url': 'Your website, or what you offer in a sentence',
  business_type: 'Whether you teach as an individual or as a business',
  capabilities: 'Your request to receive money',
  company: 'Details of your business',
  'company.address': 'The address of your business',
  'company.tax_id': 'The tax number of your business',
  directors: 'Who directs your business',
  documents: 'A document that Stripe asks for',
  'documents.bank_account_ownership_verification': 'A document that shows the bank account is yours',
  executives: 'Who runs your business',
  external_account: 'A bank account that payouts can reach',
  individual: 'A detail about you',
  'individual.address': 'Your home address',
  'individual.dob': 'Your date of birth',
  'individual.email': 'Your email address',
  'individual.first_name': 'Your legal name',
  'individual.full_name_aliases': 'Other names you go by',
  'individual.id_number': 'Your full Social Security or taxpayer number',
  'individual.last_name': 'Your legal name',
  'individual.nationality': 'Your nationality',
  'individual.phone': 'Your phone number',
  'individual.political_exposure': 'Whether you hold a prominent public office',
  'individual.registered_address': 'Your registered address',
  'individual.relationship': 'Your role in your business',
  'individual.ssn_last_4': 'The last four digits of your Social Security number',
  'individual.verification': 'Proof of who you are',
  'individual.verification.additional_document': 'A document that shows your home address',
  'individual.verification.document': 'A photo of your passport, driver’s license or ID card',
  'individual.verification.proof_of_liveness': 'A picture of you, taken now',
  interv: 'An answer to a question that Stripe has about your account',
  owners: 'Who owns your business',
  relationship: 'Your role in your business',
  'settings.payments.statement_descriptor': 'The name that appears on card statements',
  tos_acceptance: 'Your agreement to Stripe’s terms',
}

/** What the provider still requires, in words, each thing once and in the given order. */
export function dueInWords(requirements: readonly string[]): string[] {
  return [...new Set(requirements.map(wordsFor))]
}

function wordsFor(requirement: string): string {
  // A person of an account has the same requirements whatever their role in it is called.
  const name = requirement.replace(/^(representative|person_\w+)\./, 'individual.')
  const [, text] = Object.entries(words)
    .filter(
      ([beginning]) =>
        name === beginning || (name.startsWith(beginning) && /^[._]/.test(name.slice(beginning.length))),
    )
    .reduce(
      (longest, one) => (one[0].length > longest[0].length ? one : longest),
      ['', 'Something else that Stripe’s form explains'],
    )
  return text
}
