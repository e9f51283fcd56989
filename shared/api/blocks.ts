import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { success } from './fields.ts'
import { personCard, username } from './people.ts'

const change = z.object({ status: success, blocked: z.boolean() })

export const blocks = {
  list: defineCall({
    method: 'GET',
    path: '/api/block',
    summary: 'The people one blocks, the latest first.',
    access: 'login',
    output: z.object({ status: success, data: z.array(personCard) }),
    errors: [],
  }),
  block: defineCall({
    method: 'POST',
    path: '/api/block',
    summary: 'Block a person: follows between the two end, and neither sees the other any more.',
    access: 'login',
    body: z.object({ username }),
    output: change,
    errors: ['not_found', 'invalid'],
    perMinute: 60,
  }),
  unblock: defineCall({
    method: 'POST',
    path: '/api/block/remove',
    summary: 'Stop blocking a person; not blocked, nothing changes.',
    access: 'login',
    body: z.object({ username }),
    output: change,
    errors: ['not_found', 'invalid'],
    perMinute: 60,
  }),
}
