type Job = { distance: () => number; run: () => Promise<unknown> }

/**
 * Draws one page at a time, the nearest to the current one first: several at once share the main thread in
 * slices that add up to dropped frames.
 */
export function createRenderQueue() {
  const waiting = new Set<Job>()
  let busy = false

  async function work() {
    if (busy) return
    busy = true
    for (let next = nearest(waiting); next; next = nearest(waiting)) {
      waiting.delete(next)
      await next.run().catch(() => {})
    }
    busy = false
  }

  return {
    /** Runs `run` when its turn comes; the returned function cancels it if it hasn't begun. */
    add(job: Job): () => void {
      waiting.add(job)
      queueMicrotask(work)
      return () => void waiting.delete(job)
    },
  }
}

export type RenderQueue = ReturnType<typeof createRenderQueue>

function nearest(jobs: Iterable<Job>): Job | undefined {
  let best: Job | undefined
  for (const job of jobs) {
    if (!best || job.distance() < best.distance()) best = job
  }
  return best
}
