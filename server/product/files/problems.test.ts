import { expect, test } from 'vitest'
import { type Problem, problemBody } from '#server/platform/http/problem.ts'
import { errorFacts } from '#server/platform/log/error-facts.ts'
import { ProcessFailure } from '#server/platform/sandbox/failure.ts'
import { fileProblem } from './problems.ts'

test('why no file can be processed is in the log, and not in the answer', async () => {
  const failed = Promise.reject(new ProcessFailure('unready', 'The process doesn’t get ready.'))
  const problem: Problem = await failed.catch(fileProblem).catch(error => error)
  expect(errorFacts(problem).cause?.message).toBe('The process doesn’t get ready.')
  expect(problemBody(problem, 'an id').detail).toBe(
    'We can’t process files right now. Try again in a minute.',
  )
})
