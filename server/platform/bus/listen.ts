import pg from 'pg'

const againMs = 1_000
const answerWithinMs = 5_000
/** A hung database never answers the goodbye. */
const endWithinMs = 1_000
/** The limit of queued messages while the database is slow; more are dropped. */
const mostWaiting = 2_000

/** A channel that we listen to. */
export type Listening = {
  /**
   * Sends messages on it, in order: current listeners get them, and they are lost while the connection is
   * down. If a kept one is lost, `missed` follows once it can.
   */
  say(payloads: string[], sort: 'kept' | 'passing'): void
  /** Closes it for good, along with a reconnect in progress. */
  close(): Promise<void>
}

type Handlers = {
  hear: (payload: string) => void
  /** The connection is back; messages sent meanwhile were lost. */
  onReconnect: () => void
  /** The others didn't get the messages, for this reason. */
  onUnsaid: (reason: string) => void
  /** The message that says that a kept one was lost. */
  missed: string
}

/**
 * Listens to a channel on a connection of its own, and reconnects whenever it is lost. Rejects if the first
 * connection fails.
 */
export async function listen(
  databaseUrl: string,
  channel: string,
  { hear, onReconnect, onUnsaid, missed }: Handlers,
): Promise<Listening> {
  let closed = false
  let again: NodeJS.Timeout | undefined
  /** The connection, or the pending one. */
  let client = newClient()
  let unsaid: string[] = []
  let unsaidKept = false
  let saying = false
  /** Whether a kept message was lost, which nobody has been told yet. */
  let hasMissed = false
  await open()

  function newClient(): pg.Client {
    return new pg.Client({
      connectionString: databaseUrl,
      application_name: 'ignite listener',
      keepAlive: true,
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
    })
  }

  async function open(): Promise<void> {
    const next = client
    next.on('notification', ({ payload }) => hear(payload ?? ''))
    next.on('error', () => {})
    try {
      await next.connect()
      // These messages are short-lived: don't wait for the disk.
      await next.query('set synchronous_commit = off')
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      await hangUp(next)
      throw error
    }
    next.on('end', reopen)
  }

  function reopen(): void {
    if (closed) return
    again = setTimeout(() => {
      client = newClient()
      open().then(() => {
        onReconnect()
        if (hasMissed && !saying) void sayAll()
      }, reopen)
    }, againMs)
  }

  /** Sends everything queued in one transaction, before the next batch. */
  async function sayAll(): Promise<void> {
    saying = true
    do {
      const payloads = hasMissed ? [missed, ...unsaid] : unsaid
      const speaker = client
      const keeps = hasMissed || unsaidKept
      unsaid = []
      unsaidKept = false
      hasMissed = false
      try {
        await speaker.query('select pg_notify($1, payload) from unnest($2::text[]) payload', [
          channel,
          payloads,
        ])
      } catch (error) {
        onUnsaid((error as Error).message)
        hasMissed = keeps
        // Don't wait for an answer that never came: everything after it would wait too.
        speaker.connection.stream.destroy()
      }
    } while (unsaid.length > 0)
    saying = false
  }

  return {
    say(payloads, sort) {
      if (closed) return
      if (unsaid.length >= mostWaiting) {
        hasMissed ||= sort === 'kept'
        return onUnsaid('too much waits to be said')
      }
      unsaid.push(...payloads)
      unsaidKept ||= sort === 'kept'
      if (!saying) void sayAll()
    },
    async close() {
      closed = true
      clearTimeout(again)
      await hangUp(client)
    },
  }
}

async function hangUp(client: pg.Client): Promise<void> {
  const late = setTimeout(() => client.connection.stream.destroy(), endWithinMs)
  await client.end().finally(() => clearTimeout(late))
}
