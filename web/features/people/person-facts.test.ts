import { expect, test } from 'vitest'
import { firstNameOf } from './person-facts.ts'

test('a first name is the first word, or the first after a comma that doesn’t only add a title', () => {
  const names = {
    'Ana Maria Lopez': 'Ana',
    ' Cher ': 'Cher',
    'Smith, John': 'John',
    'SMITH, JOHN A': 'JOHN',
    'Garcia Lopez, Maria': 'Maria',
    'Smith,John': 'John',
    'Smith,': 'Smith',
    'John Smith, Jr.': 'John',
    'Jane Doe, PhD': 'Jane',
    'Jane Doe, Ph. D.': 'Jane',
    'Doe, Ivy': 'Ivy',
    'Doe, Mason': 'Mason',
  }
  for (const [name, first] of Object.entries(names)) expect([name, firstNameOf(name)]).toEqual([name, first])
})
