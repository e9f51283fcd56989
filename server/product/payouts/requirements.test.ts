import { expect, test } from 'vitest'
import { dueInWords } from './requirements.ts'

// What the provider requires of individuals in the United States, and what can come up later.
const asked = [
  'business_profile.mcc',
  'business_profile.product_description',
  'business_profile.support_phone',
  'business_profile.url',
  'business_type',
  'external_account',
  'individual.address.city',
  'individual.address.line1',
  'individual.address.postal_code',
  'individual.address.state',
  'individual.dob.day',
  'individual.dob.month',
  'individual.dob.year',
  'individual.email',
  'individual.first_name',
  'individual.id_number',
  'individual.last_name',
  'individual.phone',
  'individual.political_exposure',
  'individual.ssn_last_4',
  'individual.verification.additional_document',
  'individual.verification.document',
  'individual.verification.proof_of_liveness',
  'interv_1OoFIa2eZvKYlo2C.identity_verification.request',
  'representative.dob.day',
  'person_1OoFIa2eZvKYlo2C.verification.document',
  'settings.payments.statement_descriptor',
  'tos_acceptance.date',
  'tos_acceptance.ip',
]

test('everything the provider documents for individuals has words, and each thing is named once', () => {
  const due = dueInWords(asked)
  expect(due).toHaveLength(new Set(due).size)
  expect(due.join()).not.toMatch(/[_{}]|Something more/)
  expect(dueInWords(['individual.dob.day', 'individual.dob.month', 'representative.dob.year'])).toEqual([
    'Your date of birth',
  ])
  expect(dueInWords(['individual.verification.additional_document'])).toEqual([
    'A document that shows your home address',
  ])
})

test('unknown requirements are left to the provider’s form', () => {
  expect(dueInWords(['individuality.proof', 'moon.phase'])).toEqual([
    'Something else that Stripe’s form explains',
  ])
})
