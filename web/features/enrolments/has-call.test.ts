import { expect, test } from 'vitest'
import type { SessionMeeting } from '#shared/api/enrolments.ts'
import { hasCall } from './has-call.ts'

test('a free session in person has a call only while people can enter one that has begun', () => {
  const inPerson = (action: SessionMeeting['occurrence']['action']) =>
    hasCall({
      occurrence: { action },
      session: { location: 'Room 214', rate: null },
      status: null,
    } as SessionMeeting)
  expect([inPerson('none'), inPerson('start'), inPerson('join')]).toEqual([false, true, true])
})
