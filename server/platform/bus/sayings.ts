/** The limit of queued messages while nothing gets through; more are dropped. */
const mostWaiting = 2_000

export type Sayings = {
  /** Sends a message, after those before it. If a kept one is lost, `missed` follows once it can. */
  say(message: string, sort: 'kept' | 'passing'): void
  /** Says now that kept ones were lost, if they were: the line is back. */
  sayMissed(): void
}

type Parts = {
  /** Sends messages together, in order; rejects if they may be lost. */
  send: (messages: string[]) => Promise<void>
  /** The others didn't get the messages, for this reason. */
  onUnsaid: (reason: string) => void
  /** The message that says that a kept one was lost. */
  missed: string
}

/** What a server has to say: one batch after the other, each with everything that came meanwhile. */
export function createSayings({ send, onUnsaid, missed }: Parts): Sayings {
  let unsaid: string[] = []
  let unsaidKept = false
  let saying = false
  /** Whether a kept message was lost, which nobody has been told yet. */
  let hasMissed = false

  async function sayAll(): Promise<void> {
    saying = true
    do {
      const messages = hasMissed ? [missed, ...unsaid] : unsaid
      const keeps = hasMissed || unsaidKept
      unsaid = []
      unsaidKept = false
      hasMissed = false
      try {
        await send(messages)
      } catch (error) {
        onUnsaid((error as Error).message)
        // Also one that was dropped meanwhile, since too much waited.
        hasMissed ||= keeps
      }
    } while (unsaid.length > 0)
    saying = false
  }

  return {
    say(message, sort) {
      if (unsaid.length >= mostWaiting) {
        hasMissed ||= sort === 'kept'
        return onUnsaid('too much waits to be said')
      }
      unsaid.push(message)
      unsaidKept ||= sort === 'kept'
      if (!saying) void sayAll()
    },
    sayMissed() {
      if (hasMissed && !saying) void sayAll()
    },
  }
}
