import pg from 'pg'

const againMs = 1_000
const patienceMs = 5_000
/** A database that hangs doesn't take its leave. */
const goodbyeMs = 1_000
/** What waits to be said while the database is slow; more is dropped. */
const mostWaiting = 2_000

/** A channel that is listened to. */
export type Listening = {
  /** Says things on it, together, after what was said before: heard by whoever listens then, and lost where the connection is. */
  say(payloads: string[]): void
  /** Ends it for good, with the connection that is being made anew. */
  close(): Promise<void>
}

type Handlers = {
  hear: (payload: string) => void
  /** The connection is back; what was said meanwhile went unheard. */
  onReconnect: () => void
  /** What was said wasn't heard by others, for this reason. */
  onUnsaid?: (reason: string) => void
}

/**
 * Hears a channel's notifications on a connection of its own, which is opened anew whenever it is lost. Rejects when the first
 * connection can't be made.
 */
export async function listen(
  databaseUrl: string,
  channel: string,
  { hear, onReconnect, onUnsaid = () => {} }: Handlers,
): Promise<Listening> {
  let closed = false
  let again: NodeJS.Timeout | undefined
  /** The connection, or the one that is being made. */
  let client = newClient()
  let unsaid: string[] = []
  let saying = false
  await open()

  function newClient(): pg.Client {
    return new pg.Client({
      connectionString: databaseUrl,
      application_name: 'ignite listener',
      keepAlive: true,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    })
  }

  async function open(): Promise<void> {
    const next = client
    next.on('notification', ({ payload }) => hear(payload ?? ''))
    next.on('error', () => {})
    try {
      await next.connect()
      // What is said here is gone in a moment: no write waits for the disk.
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
      open().then(onReconnect, reopen)
    }, againMs)
  }

  /** All that waits, in one transaction, before the next. */
  async function sayAll(): Promise<void> {
    saying = true
    while (unsaid.length > 0) {
      const payloads = unsaid
      const speaker = client
      unsaid = []
      try {
        await speaker.query('select pg_notify($1, payload) from unnest($2::text[]) payload', [
          channel,
          payloads,
        ])
      } catch (error) {
        onUnsaid((error as Error).message)
        // Nobody waits for the answer that never came: what follows would wait behind it.
        speaker.connection.stream.destroy()
      }
    }
    saying = false
  }

  return {
    say(payloads) {
      if (closed) return
      if (unsaid.length >= mostWaiting) return onUnsaid('too much waits to be said')
      unsaid.push(...payloads)
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
  const late = setTimeout(() => client.connection.stream.destroy(), goodbyeMs)
  await client.end().finally(() => clearTimeout(late))
}
