import { setTimeout as wait } from 'node:timers/promises'

/** What people do. */
export type Kind = 'reading' | 'writing' | 'booking' | 'assistant'

/** What people notice of one kind of request during a step. */
export type Figures = {
  asked: number
  /** What was answered only at another try. */
  again: number
  /** What wasn't answered at any try. */
  failed: number
  /** From the first try to the answer. */
  longestMs: number
  /** Why tries failed, and how often. */
  reasons: Map<string, number>
}

/** How long people try again before they give up, and their pauses between. */
const patienceMs = 60_000
const pauseMs = 500
/** A browser that hears nothing for so long asks again, too. */
const silenceMs = 10_000

export type Asking = {
  figures: ReadonlyMap<Kind, Figures>
  /** Asks until there is an answer with one of the statuses, and returns its text; undefined if there was none. */
  ask(
    kind: Kind,
    once: (signal: AbortSignal) => Promise<Response>,
    ok?: number[],
  ): Promise<Answer | undefined>
  /** Begins to count anew. */
  reset(): void
}

export type Answer = { status: number; text: string }

/** Asks, and counts by kind what was asked, what failed and how long it took. */
export function createAsking(): Asking {
  const figures = new Map<Kind, Figures>()
  return {
    figures,
    async ask(kind, once, ok = [200]) {
      const began = performance.now()
      const own = figures.getOrInsertComputed(kind, none)
      own.asked++
      let answer: Answer | undefined
      for (let tries = 1; !answer && performance.now() - began < patienceMs; tries++) {
        const got = await answerOf(once)
        if (typeof got === 'object' && ok.includes(got.status)) answer = got
        else {
          const reason = typeof got === 'object' ? `${got.status} ${got.text.slice(0, 80)}` : got
          own.reasons.set(reason, (own.reasons.get(reason) ?? 0) + 1)
          if (tries === 1) own.again++
          await wait(pauseMs)
        }
      }
      if (!answer) own.failed++
      own.longestMs = Math.max(own.longestMs, performance.now() - began)
      return answer
    },
    reset: () => figures.clear(),
  }
}

/** The answer to one try, or why there is none. */
async function answerOf(once: (signal: AbortSignal) => Promise<Response>): Promise<Answer | string> {
  try {
    const answer = await once(AbortSignal.timeout(silenceMs))
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    return error instanceof Error ? String(error.cause ?? error.message) : String(error)
  }
}

function none(): Figures {
  return { asked: 0, again: 0, failed: 0, longestMs: 0, reasons: new Map() }
}
