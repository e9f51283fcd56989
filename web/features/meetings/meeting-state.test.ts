import { expect, test } from 'vitest'
import { type MeetingMessage, messagesOnEntering, type Peer } from '#shared/api/meeting-events.ts'
import { enteringState, type MeetingState, unreadIn, withMessage, withPeer } from './meeting-state.ts'
import type { Meeting } from './room-queries.ts'

const you = { peer_id: 'you.1', person_id: 'you', name: 'Yui You' } as Peer

function wrote(personId: string, id: string): MeetingMessage {
  return { id, person_id: personId, name: personId, text: id } as MeetingMessage
}

test('messages of others after the last one seen are new, also after a reconnect that brings only the latest', () => {
  const before = Array.from({ length: messagesOnEntering + 30 }, (_, at) => wrote('tara', `${at}`))
  let state: MeetingState = { ...enteringState({ admission: 'ask' } as Meeting), you, messages: before }
  const seen = before.at(-1)!.id
  expect(unreadIn(state, seen)).toBe(0)
  state = { ...state, messages: before.slice(-messagesOnEntering) }
  expect(unreadIn(state, seen)).toBe(0)
  state = { ...state, ...withMessage(state, wrote('you', 'own')) }
  state = { ...state, ...withMessage(state, wrote('tara', 'next')) }
  expect(unreadIn(state, seen)).toBe(1)
  expect(unreadIn({ ...state, messages: [wrote('tara', 'next')] }, seen)).toBe(1)
  expect(unreadIn(state, undefined)).toBe(messagesOnEntering + 1)
})

test('a screen reader hears that a person lost their connection, and that they are back', () => {
  const tara = { peer_id: 'tara.1', person_id: 'tara', name: 'Tara', lost: false, state: {} } as Peer
  let state: MeetingState = { ...enteringState({ admission: 'ask' } as Meeting), you, peers: [tara] }
  state = { ...state, ...withPeer(state, { ...tara, lost: true }) }
  expect(state.said.text).toBe('Tara lost their connection')
  state = { ...state, ...withPeer(state, tara) }
  expect(state.said.text).toBe('Tara is back')
})
