import type { FastifyReply } from 'fastify'
import { tokensPerAnswer } from '#server/config/settings.ts'
import { parseIdCursor } from '#server/platform/http/cursor.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { longestAnswerMs } from '#server/platform/http/longest-answer.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Implement, Login } from '#server/platform/http/router.ts'
import {
  type AnswerEvent,
  answerFailures,
  dialogueLimits,
  dialogues,
  type Message,
} from '#shared/api/dialogues.ts'
import type { AssistantDeps } from '../deps.ts'
import { type Begun, beginAnswer, type Known } from './begin-answer.ts'
import { createDialogue, findDialogue, listDialogues, removeDialogue, renameDialogue } from './dialogues.ts'
import { type Asker, answerOf, messagesOf } from './messages.ts'
import { eventStream } from './stream-answer.ts'
import { readUsage } from './usage.ts'
import { failure, writeAnswer } from './write-answer.ts'

/** Dialogues with the assistant, and their answers. */
export function dialogueRoutes(implement: Implement, deps: AssistantDeps): void {
  const { db, now } = deps

  implement(dialogues.create, async ({ body, login }) => {
    const session = await createDialogue(deps, login, body)
    return { status: 'success', session_id: session.session_id, session }
  })

  implement(dialogues.list, async ({ query, login }) => ({
    status: 'success',
    ...(await listDialogues(db, login, query.post_id ?? null, query.cursor)),
  }))

  implement(dialogues.get, async ({ params, query, login }) => {
    const session = await findDialogue(db, login, params.id)
    if (!session) throw missing()
    const before = query.cursor === undefined ? null : parseIdCursor(query.cursor)
    return { status: 'success', session, ...(await messagesOf(db, login.userId, params.id, now(), before)) }
  })

  implement(dialogues.rename, async ({ params, body, login }) => {
    await renameDialogue(db, login.userId, params.id, body.session_name)
    const session = await findDialogue(db, login, params.id)
    if (!session) throw missing()
    return { status: 'success', session_id: session.session_id, session }
  })

  implement(dialogues.remove, async ({ params, login }) => {
    if (!(await removeDialogue(db, login.userId, params.id))) throw missing()
    return { status: 'success' }
  })

  implement(dialogues.ask, async ({ body, login, reply }) => {
    const asker = askerOf(login)
    const begun = await beginAnswer(deps, asker, body)
    const message = await lastOf(answering(deps, asker, begun, reply))
    return { status: 'success', content: message.text, done: true, message, sources: message.sources }
  })

  implement(dialogues.stream, async ({ body, login, reply }) => {
    const asker = askerOf(login)
    const begun = await beginAnswer(deps, asker, body)
    return reply
      .type('text/event-stream; charset=utf-8')
      .header('x-accel-buffering', 'no')
      .send(eventStream(answering(deps, asker, begun, reply)))
  })

  implement(dialogues.quota, async ({ login }) => {
    const { tokens, streams, resetsAt } = await readUsage(db, deps, login.userId)
    return {
      status: 'success',
      model: deps.model?.name ?? null,
      tokens_used: tokens,
      tokens_per_day: deps.config.ai.tokensPerDay,
      tokens_per_answer: tokensPerAnswer,
      resets_at: isoTime(resetsAt),
      streams,
      streams_at_once: dialogueLimits.streams,
    }
  })
}

/** The events of an answer; it ends when its reader leaves, the server closes, or it takes too long. */
function answering(
  deps: AssistantDeps,
  asker: Asker,
  begun: Begun | Known,
  reply: FastifyReply,
): AsyncGenerator<AnswerEvent> {
  if ('known' in begun) return replay(deps, asker, begun.exchangeId)
  const left = new AbortController()
  const late = AbortSignal.timeout(longestAnswerMs)
  const ending = AbortSignal.any([late, deps.closing])
  // A reader who takes nothing from the stream doesn't take the end either.
  const end = () => setTimeout(() => reply.raw.destroy(), 5_000).unref()
  ending.addEventListener('abort', end, { once: true })
  reply.raw.on('close', () => {
    ending.removeEventListener('abort', end)
    left.abort()
  })
  // They may have gone while the answer was being begun.
  if (reply.raw.destroyed) left.abort()
  return writeAnswer(deps, begun, left.signal, ending)
}

/** Sends an answer that is already complete again. */
async function* replay(
  { db, now }: AssistantDeps,
  asker: Asker,
  exchangeId: string,
): AsyncGenerator<AnswerEvent> {
  const message = await answerOf(db, asker, exchangeId, now())
  yield { content: '', done: false, exchange_id: exchangeId }
  if (!message) return yield failure(exchangeId, null)
  yield { content: message.text, done: false }
  yield { content: '', done: true, exchange_id: exchangeId, message, sources: message.sources }
}

async function lastOf(events: AsyncGenerator<AnswerEvent>): Promise<Message> {
  for await (const event of events) if (event.message && !event.error) return event.message
  throw problem('upstream_unavailable', answerFailures.failed, { retryAfterSeconds: 5 })
}

function askerOf({ userId, loginId }: Login): Asker {
  return { personId: userId, loginId }
}

function missing() {
  return problem('not_found', 'We couldn’t find that chat. It may have been deleted.')
}
