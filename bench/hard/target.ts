/** What a run found of a target: the figures in words, and whether they are what the target asks for. */
export type Finding = { what: string; figures: string; kept: boolean }

export type Run = {
  /** So many of something as the target asks for, or the share of them that was asked for on the command line; at least one. */
  count: (full: number) => number
  /** What all chance of the run comes from. */
  seed: number
  report: (finding: Finding) => void
}

/** A target of the security page at its full figures, by its id there. `npm test` has a short form of each. */
export type Target = { asks: string; run: (run: Run) => Promise<void> }
