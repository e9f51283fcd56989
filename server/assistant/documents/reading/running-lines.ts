import type { Line } from './page-lines.ts'

/** How far from a page's upper and lower edge headers and footers stand, and how many lines they have at most. */
const margin = 0.14
const most = 3
/** A header stands on so many pages in a row, where every second page may have another. */
const pagesInARow = 3
const farthestNext = 2

/** Exercises are alike but for their numbers, too, and a page often begins with one. Chapters, sections and pages name headers. */
const ownLabel = /^(assignment|definition|example|exercise|lemma|problem|question|quiz|task|theorem)\s+\d/i

type Place = { page: number; line: Line }

/**
 * The pages without their running headers and footers: lines apart from the text, at the same height of neighboring pages, that differ
 * in numbers only. What `isHeading` stays: several slides in a row may have the same title.
 */
export function withoutRunningLines(
  pages: readonly (readonly Line[])[],
  isHeading: (line: Line) => boolean,
): Line[][] {
  const alike = new Map<string, Place[]>()
  for (const [page, lines] of pages.entries()) {
    for (const line of apartAtEdges(lines).filter(line => !isHeading(line) && !ownLabel.test(line.text))) {
      for (const key of keysOf(line)) alike.set(key, [...(alike.get(key) ?? []), { page, line }])
    }
  }
  const running = new Set([...alike.values()].flatMap(inRows))
  return pages.map(lines => {
    const rest = lines.filter(line => !running.has(line))
    // A page with one line of text looks like one with a header alone.
    return rest.every(isHeading) ? [...lines] : rest
  })
}

function apartAtEdges(lines: readonly Line[]): Line[] {
  const down = [...lines].sort((one, other) => one.y - other.y)
  const top = outermost(down, (line, next) => next.y - bottomOf(line))
  const bottom = outermost(down.toReversed(), (line, next) => line.y - bottomOf(next))
  return [...top.filter(line => bottomOf(line) < margin), ...bottom.filter(line => line.y > 1 - margin)]
}

/** The first lines, up to a gap wider than that between lines of a text. */
function outermost(lines: readonly Line[], gap: (line: Line, next: Line) => number): Line[] {
  const last = lines.slice(0, most).findIndex((line, at) => {
    const next = lines[at + 1]
    return next !== undefined && gap(line, next) > line.height * 0.9
  })
  return lines.slice(0, last + 1)
}

const bottomOf = ({ y, height }: Line) => y + height

/** Two for each line, so that two at nearly the same height have one in common. */
function keysOf({ text, y }: Line): string[] {
  const words = text
    .toLowerCase()
    .replace(/\p{N}+/gu, '#')
    .replace(/(?<![\p{L}\p{N}])[ivxlc]+(?![\p{L}\p{N}])/gu, '#')
  return [`${Math.floor(y * 100)} ${words}`, `${Math.round(y * 100)}+ ${words}`]
}

function inRows(places: readonly Place[]): Line[] {
  const rows: Place[][] = []
  for (const place of places) {
    const row = rows.at(-1)
    if (row && place.page - row.at(-1)!.page <= farthestNext) row.push(place)
    else rows.push([place])
  }
  return rows
    .filter(row => new Set(row.map(({ page }) => page)).size >= pagesInARow)
    .flat()
    .map(({ line }) => line)
}
