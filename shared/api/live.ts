import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { success } from './fields.ts'

/** Where pages open live connections, on the same origin as the calls. */
export const livePath = '/live'

/** The live parts of the product; a page enters the ones it needs, over one connection. */
const productNamespaces = ['/product', '/meetings', '/boards'] as const
export type ProductNamespace = (typeof productNamespaces)[number]
export const liveNamespaces = [...productNamespaces, '/chat'] as const
export type LiveNamespace = (typeof liveNamespaces)[number]

export const live = {
  ticket: defineCall({
    method: 'POST',
    path: '/api/live/ticket',
    summary:
      'A ticket with which one socket may enter a namespace as the signed-in person: one use, 30 seconds.',
    access: 'login',
    body: z.object({ namespace: z.enum(productNamespaces) }),
    output: z.object({ status: success, ticket: z.string() }),
    errors: [],
    perMinute: 120,
  }),
}
