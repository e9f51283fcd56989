import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { success } from './fields.ts'
import { personCard, username } from './people.ts'

const change = z.object({ status: success, blocked: z.boolean() })

export const blocks = {
  list: defineCall({
    method: 'GET',
    path: '/api/block',
    summary: 'The people you block, the latest first.',
    access: 'login',
    output: z.object({ status: success, data: z.array(personCard) }),
    errors: [],
  }),
  block: defineCall({
    method: 'POST',
    path: '/api/block',
    summary: 'Block a person: follows between the two end, and neither sees the other anymore.',
    access: 'login',
    body: z.object({ username }),
    output: change,
    errors: ['not_found', 'invalid'],
    perMinute: 60,
  }),
  unblock: defineCall({
    method: 'POST',
    path: '/api/block/remove',
    summary: 'Unblock a person; does nothing if they aren’t blocked.',
    access: 'login',
    body: z.object({ username }),
    output: change,
    errors: ['not_found', 'invalid'],
    perMinute: 60,
  }),
}
