/** The limit of queued messages while nothing gets through; more are dropped. */
const maxQueued = 2_000

export type SendQueue = {
  /** Sends a message, after those before it. If a reliable one is lost, `missed` follows once it can. */
  enqueue(message: string, sort: 'reliable' | 'transient'): void
  /** Sends `missed` now if reliable ones were lost: the connection is back. */
  reportLoss(): void
}

type Parts = {
  /** Sends messages together, in order; rejects if they may be lost. */
  send: (messages: string[]) => Promise<void>
  /** Called when messages may not have arrived, with the reason. */
  onSendFailed: (reason: string) => void
  /** The message that says that a reliable one was lost. */
  missed: string
}

/**
 * Sends messages in order, in batches: whatever is enqueued while one batch is being sent goes in the next.
 */
export function createSendQueue({ send, onSendFailed, missed }: Parts): SendQueue {
  let queue: string[] = []
  let queuedReliable = false
  let sending = false
  /** Whether a reliable message was lost, which nobody has been told yet. */
  let lostReliable = false

  async function sendAll(): Promise<void> {
    sending = true
    do {
      const messages = lostReliable ? [missed, ...queue] : queue
      const hasReliable = lostReliable || queuedReliable
      queue = []
      queuedReliable = false
      lostReliable = false
      try {
        await send(messages)
      } catch (error) {
        onSendFailed((error as Error).message)
        // Also one that was dropped meanwhile, since the queue was full.
        lostReliable ||= hasReliable
      }
    } while (queue.length > 0)
    sending = false
  }

  return {
    enqueue(message, sort) {
      if (queue.length >= maxQueued) {
        lostReliable ||= sort === 'reliable'
        return onSendFailed('the send queue is full')
      }
      queue.push(message)
      queuedReliable ||= sort === 'reliable'
      if (!sending) void sendAll()
    },
    reportLoss() {
      if (lostReliable && !sending) void sendAll()
    },
  }
}
