import { shown } from './balance.ts'
import { badParameter } from './errors.ts'
import type { World } from './world.ts'

type Fields = Record<string, unknown>

/** An answer in which the ids named by `expand` are replaced by their objects. */
export function expandAll(world: World, answer: object, paths: unknown): object {
  if (!Array.isArray(paths)) return answer
  return paths.reduce<object>((object, path) => expandPath(world, object, String(path).split('.')), answer)
}

function expandPath(world: World, object: object, [key = '', ...rest]: string[]): object {
  const fields = object as Fields
  const value = fields[key] ?? partOf(world, fields, key)
  if (Array.isArray(value)) {
    return { ...fields, [key]: value.map(item => (rest.length > 0 ? expandPath(world, item, rest) : item)) }
  }
  if (value === undefined) {
    throw badParameter(`This property cannot be expanded (${key}).`, undefined, 'expand')
  }
  if (value === null) return object
  const found = typeof value === 'string' ? lookUp(world, value) : (value as object)
  return { ...fields, [key]: rest.length > 0 ? expandPath(world, found, rest) : found }
}

/** Lists that an object contains only on request. */
function partOf({ store }: World, { id, object }: Fields, key: string): object | undefined {
  const list = (data: object[], url: string) => ({ object: 'list', data, has_more: false, url })
  if (object === 'checkout.session' && key === 'line_items') {
    return list(store.get('checkout', String(id))?.items ?? [], `/v1/checkout/sessions/${id}/line_items`)
  }
  if (object === 'charge' && key === 'refunds') {
    const refunds = store.all('refund').filter(refund => refund.charge === id)
    return list(refunds.reverse(), `/v1/charges/${id}/refunds`)
  }
  return undefined
}

function lookUp(world: World, id: string): object {
  const { store } = world
  const movement = store.get('movement', id)
  const found =
    store.get('intent', id) ??
    store.get('charge', id) ??
    store.get('transfer', id) ??
    store.get('refund', id) ??
    store.get('reversal', id) ??
    store.get('account', id)?.object ??
    (movement && shown(world, movement))
  if (!found) throw badParameter(`This property cannot be expanded (${id}).`, undefined, 'expand')
  return found
}
