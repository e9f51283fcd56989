import { pause } from './pause.ts'
import { isAway } from './problem-error.ts'

const firstPauseMs = 2_000
const longestPauseMs = 20_000

/**
 * Does again what got no answer, until it does: browsers say that they are online before their first requests get through, and don't
 * hear when a server is back. Rejects with any other failure.
 */
export async function untilAnswered<T>(work: () => Promise<T>): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await work()
    } catch (error) {
      if (!isAway(error)) throw error
    }
    await pause(pauseMs)
  }
}
