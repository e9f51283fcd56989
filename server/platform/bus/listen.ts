import pg from 'pg'
import { createJoiner, cut } from './pieces.ts'

const againMs = 1_000
const answerWithinMs = 5_000
const askEveryMs = 5_000
/** A hung database never answers the goodbye. */
const endWithinMs = 1_000

/** A channel of PostgreSQL that we listen to. */
export type Listening = {
  /**
   * Sends messages on it together, in order: current listeners get them. Rejects while the connection is
   * down, and if no answer comes.
   */
  send(messages: string[]): Promise<void>
  /** Closes it for good, along with a reconnect in progress. */
  close(): Promise<void>
}

type Handlers = {
  hear: (message: string) => void
  /** The connection is back; messages sent meanwhile were lost. */
  onReconnect: () => void
}

/**
 * Listens to a channel on a connection of its own, and reconnects whenever it is lost. Rejects if the first
 * connection fails.
 */
export async function listen(
  databaseUrl: string,
  channel: string,
  { hear, onReconnect }: Handlers,
): Promise<Listening> {
  const join = createJoiner()
  let closed = false
  let again: NodeJS.Timeout | undefined
  /** The connection, or the pending one. */
  let client = newClient()
  await open()

  function newClient(): pg.Client {
    return new pg.Client({
      connectionString: databaseUrl,
      application_name: 'ignite listener',
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
    })
  }

  async function open(): Promise<void> {
    const next = client
    next.on('notification', ({ payload }) => {
      const message = join(payload ?? '')
      if (message) hear(message)
    })
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
    // A dead connection looks just like a quiet one to a listener, so we ask something every few seconds.
    const asking = setInterval(() => ask(next, 'select 1').catch(() => {}), askEveryMs)
    next.on('end', () => {
      clearInterval(asking)
      reopen()
    })
  }

  async function ask(speaker: pg.Client, question: string, values?: unknown[]): Promise<void> {
    try {
      await speaker.query(question, values)
    } catch (error) {
      // Don't wait for an answer that never came: everything after it would wait too.
      speaker.connection.stream.destroy()
      throw error
    }
  }

  function reopen(): void {
    if (closed) return
    again = setTimeout(() => {
      client = newClient()
      open().then(onReconnect, reopen)
    }, againMs)
  }

  return {
    async send(messages) {
      // In one transaction.
      await ask(client, 'select pg_notify($1, payload) from unnest($2::text[]) payload', [
        channel,
        messages.flatMap(cut),
      ])
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
