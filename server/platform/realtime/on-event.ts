import type * as z from 'zod/mini'
import type { ProblemCode } from '#shared/api/problem.ts'
import { checkInput } from '../http/faults.ts'
import { Problem } from '../http/problem.ts'
import type { LoginRef } from '../http/router.ts'
import { bucket } from './bucket.ts'
import type { LiveSocket } from './realtime.ts'

/** The acknowledgment of an event. */
export type LiveAnswer<D = unknown> = { ok: true; data: D } | { ok: false; code: ProblemCode; error: string }

type Options = {
  /** How often one socket may send it per second; it tolerates a burst of twice that. */
  perSecond: number
}

/** After this many rate refusals, the socket counts as a flood and is closed. */
const mostRefusals = 100

/**
 * Handles an event of a socket: validates its data, limits its rate, and acknowledges it with the handler's
 * result, or with the problem it throws. Events of one name run one after the other, in order: WebRTC
 * signaling makes sense in no other order.
 */
export function onEvent<S extends z.core.$ZodType>(
  socket: LiveSocket,
  name: string,
  schema: S,
  { perSecond }: Options,
  handler: (data: z.output<S>, login: LoginRef) => unknown,
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
      if (refusals > mostRefusals) return socket.conn.close()
      return answer({ ok: false, code: 'rate_limited', error: 'You’re going too fast. Wait a moment.' })
    }
    refusals = 0
    const checked = checkInput(schema, given, 'event')
    if ('faults' in checked) return answer({ ok: false, code: 'invalid', error: checked.faults[0]!.message })
    turn = turn.then(async () => {
      try {
        answer({ ok: true, data: (await handler(checked.data, socket.data.login)) ?? {} })
      } catch (error) {
        if (error instanceof Problem) return answer({ ok: false, code: error.code, error: error.message })
        socket.data.log.error({ err: error, event: name }, 'live event failed')
        answer({ ok: false, code: 'internal', error: 'Something went wrong on our side.' })
      }
    })
  })
}
