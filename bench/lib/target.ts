/** What a run found of a target: the figures in words, and whether they are what the target asks for. */
export type Finding = { what: string; figures: string; kept: boolean }

export type Run = {
  /** So many of something as the target asks for, or the share of them that was asked for on the command line; at least one. */
  count: (full: number) => number
  /** What all chance of the run comes from. */
  seed: number
  report: (finding: Finding) => void
}

/** A promise of docs/security.md or docs/performance.md at its full figures, by its id there. */
export type Target = { asks: string; run: (run: Run) => Promise<void> }

/** A promise of docs/performance.md, with what it is compared with in the same run. */
export type Measured = Target & { reference: string }

/** Reports a number with the bound it has to keep. */
export function bounded(
  { report }: Pick<Run, 'report'>,
  what: string,
  value: number,
  bound: `${'≤' | '<' | '≥'} ${number}`,
  detail = '',
): void {
  const [sign, limit] = [bound[0], Number(bound.slice(2))]
  const kept = sign === '≥' ? value >= limit : sign === '<' ? value < limit : value <= limit
  const figures = `${Number(value.toPrecision(3))} (${bound})${detail && `, ${detail}`}`
  report({ what, figures, kept })
}
