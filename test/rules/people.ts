import { admin } from '#shared/api/admin.ts'
import { blocks } from '#shared/api/blocks.ts'
import type { Stack } from '../harness/stack.ts'
import type { World } from './world.ts'

/** The people that the rules use, as `World` describes them. */
export async function worldOn(stack: Stack): Promise<World> {
  const owner = await stack.signIn('olive.owner')
  const other = await stack.signIn('otto.other')
  const blocked = await stack.signIn('bo.blocked')
  const suspended = await stack.signIn('sue.suspended')
  const operator = await stack.signIn('opal.operator')
  const joinee = await stack.signIn('jo.joinee')
  await owner.call(blocks.block, { body: { username: 'bo.blocked' } })
  await operator.call(admin.suspend, {
    body: { username: 'sue.suspended', reason: 'Posts the same advertisement.' },
  })
  return { stack, owner, other, blocked, suspended, operator, joinee, visitor: stack.visitor() }
}
