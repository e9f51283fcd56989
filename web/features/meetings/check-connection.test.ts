import { expect, test } from 'vitest'
import { connectionText, readCandidates } from './check-connection.ts'

const stun = { urls: 'stun:one.example:3478' }
const turn = { urls: ['turn:one.example:3478', 'turns:one.example:5349'], username: 'u', credential: 'c' }

test.each([
  ['an address seen from outside', ['host', 'srflx'], [], 'ready.'],
  ['a public address of its own', ['host'], [], 'ready.'],
  ['a relay only', ['host', 'relay'], [stun.urls], 'through a relay'],
  ['nothing that answers', ['host'], [stun.urls], 'may block calls'],
] as const)('a connection with %s is described', (_, types, silent, text) => {
  const found = readCandidates(
    types.map(type => ({ type })),
    [stun, turn],
    new Set(silent),
  )
  expect(connectionText(found).text).toContain(text)
})
