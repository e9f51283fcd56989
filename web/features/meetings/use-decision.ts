import { useState } from 'react'
import { atLeast } from '#web/lib/at-least.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { toast } from '#web/ui/toast.ts'

/** The next person takes the place of the first, where the second press of a double click must not decide about them. */
const doubleClickMs = 500

/** Runs one decision of the host about people at the door at a time, and shows a failure. */
export function useDecision(): { deciding: boolean; decide: (work: Promise<unknown>) => void } {
  const [deciding, setDeciding] = useState(false)
  const decide = (work: Promise<unknown>) => {
    setDeciding(true)
    atLeast(doubleClickMs, work)
      .catch(error => toast.error(problemText(error)))
      .finally(() => setDeciding(false))
  }
  return { deciding, decide }
}
