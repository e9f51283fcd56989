/** What a page says to a worker that waits. */
export type ToWorker =
  /** Which script the page runs: a worker that brings no other takes over, as nothing changes. */
  { says: 'runs'; script: string } | { says: 'take over' }

/** What a worker that waits answers: it brings other scripts. */
export const updateIsReady = 'update is ready'

/** What the worker asks a page before it shows a notification. A page that shows alerts itself answers through the port. */
export const asksForAlerts = 'do you show alerts?'
