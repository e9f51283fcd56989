import { expect, test } from 'vitest'
import { createBearerReader, createTokens } from './tokens.ts'

test('a request’s token is verified once, however often the code reads it, and separately for each request', async () => {
  const now = () => Temporal.Instant.from('2026-10-01T12:00:00Z')
  const tokens = createTokens({ secret: 'a secret for tests that is long enough', now }, 'chat', 600)
  let verified = 0
  const read = createBearerReader({
    read(token) {
      verified++
      return tokens.read(token)
    },
  })
  const ask = async (userId: string) => {
    const token = await tokens.issue({ userId, loginId: `login of ${userId}` })
    return { headers: { authorization: `Bearer ${token}` } }
  }
  const [anas, bens] = [await ask('ana'), await ask('ben')]
  const logins = await Promise.all([read(anas), read(bens), read(anas), read(anas)])
  expect(logins.map(login => login?.userId)).toEqual(['ana', 'ben', 'ana', 'ana'])
  expect(verified).toBe(2)
  expect(await read({ headers: {} })).toBeNull()
  expect(await read({ headers: { authorization: 'Basic x' } })).toBeNull()
  expect(verified).toBe(2)
})
