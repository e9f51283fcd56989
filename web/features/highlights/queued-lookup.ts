export type LookupState<Found> =
  /** Nothing is looked for. */
  { step: 'idle' } | { step: 'looking' } | { step: 'found'; text: string; found: Found } | { step: 'failed' }

/**
 * Looks for text as it is typed, one lookup at a time. What is typed while one runs waits, and of that only the latest is
 * looked for afterwards; an answer that something newer waits behind is not shown. Starts only with text
 * longer than `longerThan`.
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
    /** Whatever comes still isn't wanted any more. */
    stop() {
      wanted = null
    },
  }
}
