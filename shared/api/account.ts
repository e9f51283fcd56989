import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { success, uuid } from './fields.ts'

const task = z.object({
  id: uuid,
  kind: z.enum(['export', 'deletion']),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** How many steps are done, of how many; 0 of 0 before the server has counted them. */
  done: z.number(),
  total: z.number(),
  date: z.iso.datetime(),
  /** Of a finished export: its size in bytes, and until when it can be downloaded. */
  size: z.nullable(z.number()),
  expires_at: z.nullable(z.iso.datetime()),
})
export type AccountTask = z.output<typeof task>

/** Started within 24 hours, whether or not they finished. */
export const exportsADay = 3

const answer = z.object({ status: success, task })

export const account = {
  startExport: defineCall({
    method: 'POST',
    path: '/api/account/export',
    summary: 'Start an export of your data: one archive of JSON and files. Started twice, it is one export.',
    access: 'login',
    output: answer,
    errors: ['rate_limited'],
    perMinute: 10,
  }),
  readExport: defineCall({
    method: 'GET',
    path: '/api/account/export',
    summary:
      'Your latest export, and the newest that is ready to download: the same one, or an older one while the latest is ' +
      'made or after it failed. Null if there is none.',
    access: 'login',
    output: z.object({ status: success, task: z.nullable(task), ready: z.nullable(task) }),
    errors: [],
  }),
  downloadExport: defineCall({
    method: 'GET',
    path: '/api/account/export/archive',
    summary: 'Your export that is ready: the archive itself, since a link to it would outlive the login.',
    access: 'login',
    produces: 'application/zip',
    errors: ['not_found'],
  }),
  remove: defineCall({
    method: 'POST',
    path: '/api/account/delete',
    summary:
      'Delete your account: it closes at once, and its data is removed step by step. Refused while you have money ' +
      'on Ignite.',
    access: 'login',
    body: z.object({
      /** The caller's own username, typed to confirm. */
      username: z.string().check(z.maxLength(100)),
    }),
    output: answer,
    errors: ['invalid', 'conflict'],
    perMinute: 10,
  }),
  readDeletion: defineCall({
    method: 'GET',
    path: '/api/account/delete/{id}',
    summary: 'The progress of an account’s deletion. Its id, which only that person knows, gives access.',
    access: 'visitor',
    params: z.object({ id: uuid }),
    output: answer,
    errors: ['not_found'],
  }),
}
