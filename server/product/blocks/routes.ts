import type { Deps } from '#server/deps.ts'
import { invalidField } from '#server/platform/http/problem.ts'
import type { Implement, Login } from '#server/platform/http/router.ts'
import { blocks } from '#shared/api/blocks.ts'
import { findAnyone, noPerson } from '../people/find-person.ts'
import { block, tellingChat, unblock } from './block.ts'
import { blockedPeople } from './queries.ts'

/** Blocks: whom a person doesn't want to meet. */
export function blockRoutes(implement: Implement, deps: Deps): void {
  const { db, jobs } = deps
  jobs.declare(tellingChat)
  // A person who blocks you is hidden from you; here their name alone finds them, so that you can block them
  // as well.
  const findOther = async (login: Login, username: string) => {
    const person = await findAnyone(db, username)
    if (!person) throw noPerson()
    if (person.id === login.userId) throw notOneself()
    return person
  }

  implement(blocks.list, async ({ login }) => ({
    status: 'success',
    data: await blockedPeople(db, login.userId),
  }))

  implement(blocks.block, async ({ body, login }) => {
    const person = await findOther(login, body.username)
    if (person.suspended) throw noPerson()
    await block(deps, login.userId, person.id)
    return { status: 'success', blocked: true }
  })

  implement(blocks.unblock, async ({ body, login }) => {
    const person = await findOther(login, body.username)
    await unblock(deps, login.userId, person.id)
    return { status: 'success', blocked: false }
  })
}

function notOneself() {
  return invalidField('body.username', 'You can’t block yourself.')
}
