import { expect, test } from 'vitest'
import { emptyValues, faultsOf } from './upload-form.ts'

test('an empty upload form says what to do at each field', () => {
  expect(faultsOf(emptyValues, [])).toMatchObject({
    files: 'Choose a file.',
    post_name: 'Topic is required.',
    course: 'Choose a course.',
    section: 'Choose a CRN.',
    details: 'Say what’s inside.',
  })
})
