/** The fields that identify a state of an element of a board. */
export type Version = { version: number; versionNonce: number }

/** Whether one state of an element beats another: the editor's own rule (`reconcileElements`). */
export function beats(state: Version, other: Version): boolean {
  return (
    state.version > other.version ||
    (state.version === other.version && state.versionNonce < other.versionNonce)
  )
}
