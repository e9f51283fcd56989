import { expect, test } from 'vitest'
import { ProblemError } from '#web/lib/problem-error.ts'
import { isPassing } from './is-passing.ts'

test('a media server that is away ends no call, but a person who isn’t in yet is told of it', () => {
  const away = new ProblemError({
    code: 'upstream_unavailable',
    status: 503,
    detail: 'Try again in a moment.',
  })
  expect(isPassing(away, 'in')).toBe(true)
  expect(isPassing(away, 'entering')).toBe(false)
})
