import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { success, uuid } from './fields.ts'

const task = z.object({
  id: uuid,
  kind: z.enum(['export', 'deletion']),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Steps done of steps there are; 0 of 0 before they are counted. */
  done: z.number(),
  total: z.number(),
  date: z.iso.datetime(),
  /** Of an export that is done: its bytes, and until when it can be fetched. */
  size: z.nullable(z.number()),
  expires_at: z.nullable(z.iso.datetime()),
})
export type AccountTask = z.output<typeof task>

export const exportsADay = 3

const answer = z.object({ status: success, task })

export const account = {
  startExport: defineCall({
    method: 'POST',
    path: '/api/account/export',
    summary: 'Start an export of one’s data: one archive of JSON and files. Started twice, it is one.',
    access: 'login',
    output: answer,
    errors: ['rate_limited'],
    perMinute: 10,
  }),
  readExport: defineCall({
    method: 'GET',
    path: '/api/account/export',
    summary: 'The latest export of one’s data, or null.',
    access: 'login',
    output: z.object({ status: success, task: z.nullable(task) }),
    errors: [],
  }),
  downloadExport: defineCall({
    method: 'GET',
    path: '/api/account/export/archive',
    summary: 'One’s finished export: the archive itself, since a link to it would outlive the login.',
    access: 'login',
    produces: 'application/zip',
    errors: ['not_found'],
  }),
  remove: defineCall({
    method: 'POST',
    path: '/api/account/delete',
    summary:
      'Delete one’s account: it closes at once, and what belonged to it is removed step by step. Refused while money of its wallet is here.',
    access: 'login',
    body: z.object({
      /** One's own username, typed to confirm. */
      username: z.string().check(z.maxLength(100)),
    }),
    output: answer,
    errors: ['invalid', 'conflict'],
    perMinute: 10,
  }),
  readDeletion: defineCall({
    method: 'GET',
    path: '/api/account/delete/{id}',
    summary: 'How far the deletion of an account is. Its id, which only the person was told, is what admits.',
    access: 'visitor',
    params: z.object({ id: uuid }),
    output: answer,
    errors: ['not_found'],
  }),
}
