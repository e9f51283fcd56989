import pg from 'pg'

const againMs = 1_000

/** Ends a listening for good. */
type Listening = { close: () => Promise<void> }

/**
 * Hears a channel's notifications on a connection of its own, which is opened anew whenever it is lost; `onReconnect` runs then,
 * as what was said meanwhile went unheard. Rejects when the first connection can't be made.
 */
export async function listen(
  databaseUrl: string,
  channel: string,
  onNotification: (payload: string) => void,
  onReconnect: () => void,
): Promise<Listening> {
  let closed = false
  let waiting: NodeJS.Timeout | undefined
  let client = await open()

  async function open(): Promise<pg.Client> {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'ignite listener',
      keepAlive: true,
    })
    next.on('notification', ({ payload }) => onNotification(payload ?? ''))
    next.on('error', () => {})
    await next.connect()
    await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    next.on('end', reopen)
    return next
  }

  function reopen(): void {
    if (closed) return
    waiting = setTimeout(() => {
      open().then(next => {
        client = next
        if (closed) void next.end()
        else onReconnect()
      }, reopen)
    }, againMs)
  }

  return {
    async close() {
      closed = true
      clearTimeout(waiting)
      await client.end()
    },
  }
}
