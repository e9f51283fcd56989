import type { Call } from '#shared/api/contract.ts'
import { leavesAsIs } from './lasting.ts'
import { type Ask, requests } from './permission-requests.ts'
import { type Permissions, permissions } from './permissions.ts'
import { type Exchange, tap } from './tap.ts'
import type { World } from './world.ts'

export type Asker = keyof Permissions
export const askers = ['visitor', 'owner', 'other', 'blocked', 'suspended', 'operator', 'joinee'] as const

/** An asker's answer to a call, and all traffic at their front door for it. */
export type Answer = { status: number; exchanges: Exchange[] }
export type Answers = (name: string, asker: Asker, way: keyof Ask) => Promise<Answer>

/**
 * Makes each call as each asker once, for an existing and a missing thing, on first use, and remembers the
 * answers: several rules look at the same ones.
 */
export function createAnswers(world: World, calls: Map<string, Call>): Answers {
  const known = new Map<string, Promise<Record<keyof Ask, Answer>>>()

  async function hearBoth(name: string, asker: Asker): Promise<Record<keyof Ask, Answer>> {
    const { there, absent } = requests[name]!
    const call = calls.get(name)!
    // One right after the other: otherwise another test could change both answers.
    return {
      there: await hear(world, name, call, asker, there),
      absent: await hear(world, name, call, asker, absent),
    }
  }

  return async (name, asker, way) => {
    const pair = `${name} ${asker}`
    const answers = known.get(pair) ?? hearBoth(name, asker)
    known.set(pair, answers)
    return (await answers)[way]
  }
}

async function hear(
  world: World,
  name: string,
  call: Call,
  asker: Asker,
  ask: Ask['there'],
): Promise<Answer> {
  // Everything happens within one hour, in which one person uploads the requested files.
  await world.stack.db.deleteFrom('upload_charges').execute()
  const person = world[asker]
  const refused = statusOf(permissions[name]!, asker) >= 400
  const staysAsIs = refused || leavesAsIs(name, call)
  let status = 0
  const exchanges = await tap(person, call, async () => {
    status = await ask(person, { ...world, staysAsIs })
  })
  return { status, exchanges }
}

/** The expected answer of an asker for an existing thing. */
function statusOf({ joinee, ...rows }: Permissions, asker: Asker): number {
  if (asker === 'owner') return rows.owner.own
  return asker === 'joinee' ? (joinee?.booked ?? rows.other.theirs) : rows[asker].theirs
}
