import * as z from 'zod/mini'
import type { ProblemCode } from '#shared/api/problem.ts'
import { Problem } from '../http/problem.ts'
import { bucket } from './bucket.ts'
import type { LiveSocket } from './realtime.ts'
import type { Who } from './tickets.ts'

/** What an event is acknowledged with. */
export type LiveAnswer<D = unknown> = { ok: true; data: D } | { ok: false; code: ProblemCode; error: string }

type Options = {
  /** How often one socket may send it, in a second; as many again are borne at once. */
  perSecond: number
}

/** So many refusals for haste, and the socket is a flood: it is closed. */
const patience = 100

/**
 * Takes an event of a socket: what it carries is validated, how often it comes is limited, and it is acknowledged with what the
 * handler answers, or with the problem that it throws. Those of one name are taken one after the other, in the order in which
 * they came: what browsers tell each other of a connection makes sense in no other.
 */
export function onEvent<S extends z.core.$ZodType>(
  socket: LiveSocket,
  name: string,
  schema: S,
  { perSecond }: Options,
  handler: (data: z.output<S>, who: Who) => unknown,
): void {
  const take = bucket({ perSecond, holds: 2 * perSecond })
  let refusals = 0
  let turn: Promise<void> = Promise.resolve()
  socket.on(name, (given: unknown, acknowledge?: unknown) => {
    const answer = (said: LiveAnswer) => {
      if (typeof acknowledge === 'function') acknowledge(said)
    }
    if (!take()) {
      refusals++
      if (refusals > patience) return socket.conn.close()
      return answer({ ok: false, code: 'rate_limited', error: 'That was a lot at once. Wait a moment.' })
    }
    refusals = 0
    const parsed = z.safeParse(schema, given)
    if (!parsed.success) {
      return answer({ ok: false, code: 'invalid', error: parsed.error.issues[0]!.message })
    }
    turn = turn.then(async () => {
      try {
        answer({ ok: true, data: (await handler(parsed.data, socket.data.who)) ?? {} })
      } catch (error) {
        if (error instanceof Problem) return answer({ ok: false, code: error.code, error: error.message })
        socket.data.log.error({ err: error, event: name }, 'live event failed')
        answer({ ok: false, code: 'internal', error: 'Something went wrong on our side.' })
      }
    })
  })
}
