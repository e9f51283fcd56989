export type LookupState<Found> =
  /** No lookup. */
  { step: 'idle' } | { step: 'looking' } | { step: 'found'; text: string; found: Found } | { step: 'failed' }

/**
 * Looks up text as it is typed, one lookup at a time. Text typed meanwhile waits, and only the latest is
 * looked up afterwards; an outdated answer isn't shown. Starts only with text longer than `longerThan`.
 */
export function createQueuedLookup<Found>(
  look: (text: string) => Promise<Found>,
  longerThan: number,
  show: (state: LookupState<Found>) => void,
) {
  let running = false
  let wanted: string | null = null

  async function run(text: string): Promise<void> {
    running = true
    const state = await look(text).then(
      (found): LookupState<Found> => ({ step: 'found', text, found }),
      (): LookupState<Found> => ({ step: 'failed' }),
    )
    running = false
    if (wanted === text) show(state)
    else if (wanted !== null) void run(wanted)
  }

  return {
    type(typed: string) {
      const text = typed.trim()
      wanted = text.length > longerThan ? text : null
      show({ step: wanted === null ? 'idle' : 'looking' })
      if (wanted !== null && !running) void run(wanted)
    },
    /** Late answers aren't wanted anymore. */
    stop() {
      wanted = null
    },
  }
}
