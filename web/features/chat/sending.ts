import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { messages } from '#shared/api/messages.ts'
import { logFailure } from '#web/lib/log-failure.ts'
import { ownerKey } from '#web/lib/page-owner.ts'
import { isAway, ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { askForConversation, showMessage } from './cache.ts'
import { chatCall } from './chat-call.ts'
import { Delivery, type Setback } from './delivery.ts'
import { keptOutbox } from './kept-outbox.ts'
import type { Me } from './me.ts'
import type { Outgoing } from './outbox.ts'

const deliveries = new Map<string, Delivery>()

/** What sends a person's pending messages. */
export function deliveryOf(queryClient: QueryClient, me: Me): Delivery {
  const owner = ownerKey(me)
  const delivery = deliveries.get(owner) ?? openDelivery(queryClient, me, owner)
  deliveries.set(owner, delivery)
  return delivery
}

function openDelivery(queryClient: QueryClient, me: Me, owner: string): Delivery {
  return new Delivery({
    store: keptOutbox(owner),
    send: message => send(queryClient, me, message),
    setbackOf,
    // Without locks (an old browser, an insecure page) two tabs may send the same message: the server stores
    // it once.
    alone: async work => {
      if (navigator.locks) await navigator.locks.request(`chat outbox of ${owner}`, work)
      else await work()
    },
    now: Date.now,
    wait: (ms, then) => {
      const timer = setTimeout(then, ms)
      return () => clearTimeout(timer)
    },
  })
}

/** The pending messages of one conversation, and why they wait, if they do. */
export function useOutgoing(me: Me, conversationId: string) {
  const outbox = keptOutbox(ownerKey(me))
  const delivery = deliveryOf(useQueryClient(), me)
  const all = useSyncExternalStore(outbox.subscribe, outbox.list)
  const waitingFor = useSyncExternalStore(delivery.subscribe, delivery.waitingFor)
  return { outgoing: all.filter(one => one.conversationId === conversationId), waitingFor, delivery }
}

async function send(queryClient: QueryClient, me: Me, outgoing: Outgoing): Promise<void> {
  const id = outgoing.conversationId
  try {
    const { message } = await chatCall(me, messages.send, {
      params: { id },
      body: {
        client_id: outgoing.id,
        text: outgoing.text,
        reply_to: outgoing.replyTo?.seq ?? null,
        attachment_ids: outgoing.attachments.map(({ id }) => id),
      },
    })
    showMessage(queryClient, me, message)
  } catch (error) {
    // No event tells a person that another blocked them, or that a request needs an answer again.
    if (error instanceof ProblemError && outdated.has(error.code)) {
      void askForConversation(queryClient, me, id)
    }
    throw error
  }
}

const outdated = new Set<string>(['conversation_closed', 'request_pending'])

const passing = new Set<string>(['offline', 'rate_limited', 'unauthenticated', 'identity_mismatch'])

function setbackOf(error: unknown): Setback {
  if (!(error instanceof ProblemError)) {
    logFailure('A message couldn’t be sent', error)
    return { kind: 'refused', words: problemText(error) }
  }
  if (error.code === 'offline') return { kind: 'passing', words: 'Waiting for the network' }
  const words = error.fields[0]?.message ?? error.detail
  if (error.status === 500) return { kind: 'failed', words }
  return { kind: passing.has(error.code) || isAway(error) ? 'passing' : 'refused', words }
}
