import type { Stripe } from 'stripe'
import { badParameter, missing } from './errors.ts'
import { type Moments, within } from './params.ts'

type Paging = {
  limit?: number
  starting_after?: string
  ending_before?: string
  created?: Moments
}

/** One page of rows; they come oldest first, and are shown newest first. */
export function page<T extends { id: string; created?: number }>(
  rows: T[],
  url: string,
  { limit = 10, starting_after: after, ending_before: before, created }: Paging,
): Stripe.ApiList<T> {
  if (limit < 1 || limit > 100) {
    throw badParameter('This value must be between 1 and 100.', 'parameter_invalid_integer', 'limit')
  }
  const found = rows.filter(row => within(row.created ?? 0, created)).reverse()
  const place = (id: string, param: string) => {
    const index = found.findIndex(row => row.id === id)
    if (index < 0) throw missing('object', id, param)
    return index
  }
  if (before) {
    const end = place(before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', url, data: found.slice(start, end), has_more: start > 0 }
  }
  const start = after ? place(after, 'starting_after') + 1 : 0
  const data = found.slice(start, start + limit)
  return { object: 'list', url, data, has_more: start + limit < found.length }
}

/** A list that an object contains, at the address that would page it. */
export function emptyList<T>(url: string): Stripe.ApiList<T> {
  return { object: 'list', url, data: [], has_more: false }
}
