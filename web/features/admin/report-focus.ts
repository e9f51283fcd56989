const all = (region: HTMLElement | null) => [
  ...(region?.querySelectorAll<HTMLElement>('[data-report]') ?? []),
]

/** Moves the focus this many reports further; to the first one if none has it. */
export function moveFocus(region: HTMLElement | null, steps: 1 | -1): void {
  const reports = all(region)
  const at = reports.findIndex(report => report.contains(document.activeElement))
  reports[at === -1 ? 0 : at + steps]?.focus()
}

/** The element of a report. */
export function elementOf(region: HTMLElement | null, id: string): HTMLElement | null {
  return all(region).find(report => report.dataset.report === id) ?? null
}

/**
 * Where the focus goes once a report is closed: the next one about something else, the last one before it, or
 * the list.
 */
export function nextAfter(region: HTMLElement | null, id: string): HTMLElement | null {
  const reports = all(region)
  const at = reports.findIndex(report => report.dataset.report === id)
  const about = reports[at]?.dataset.about
  const isOther = (report: HTMLElement) => report.dataset.about !== about
  return reports.slice(at + 1).find(isOther) ?? reports.slice(0, Math.max(at, 0)).findLast(isOther) ?? region
}
