import { cutAt } from '../../cut-text.ts'
import type { Line } from './page-lines.ts'

export type Box = { x: number; y: number; width: number; height: number }
export type DraftPassage = { heading: string | null; text: string; boxes: Box[] }

/** The length of passages in characters: long enough to make sense alone, short enough to quote. */
const wanted = 900
const longest = 1200
const headingLength = 120

/** `titled` says how many of its lines are its heading. */
type Section = { heading: string | null; titled: number; lines: Line[] }

/** The size of most of the text, to recognize headings by. */
export function bodySize(pages: readonly (readonly Line[])[]): number {
  const lengths = new Map<number, number>()
  for (const { size, text } of pages.flat()) {
    const step = Math.round(size * 500)
    lengths.set(step, (lengths.get(step) ?? 0) + text.length)
  }
  const [most] = [...lengths].sort(([, a], [, b]) => b - a)
  return (most?.[0] ?? 0) / 500
}

/**
 * Cuts a page into passages: at headings and between sentences. `heading` is the last heading of the previous
 * page, which still applies; no passage spans pages, so that each has one place.
 */
export function makePassages(
  lines: readonly Line[],
  body: number,
  heading: string | null,
): { passages: DraftPassage[]; heading: string | null } {
  const sections = sectionsOf(lines, body, heading)
  const passages = gather(sections.flatMap(cut))
  return { passages, heading: sections.at(-1)?.heading ?? heading }
}

function sectionsOf(lines: readonly Line[], body: number, before: string | null): Section[] {
  const sections: Section[] = []
  let section: Section = { heading: before, titled: 0, lines: [] }
  let inHeading = false
  for (const line of lines) {
    if (isHeading(line, body)) {
      if (inHeading && `${section.heading} ${line.text}`.length <= headingLength) {
        section.heading += ` ${line.text}`
      } else {
        if (section.lines.length > 0) sections.push(section)
        section = { heading: line.text, titled: 0, lines: [] }
      }
      inHeading = true
      section.titled++
    } else inHeading = false
    section.lines.push(line)
  }
  if (section.lines.length > 0) sections.push(section)
  return sections
}

/**
 * Whether a line looks like a heading: clearly larger than the text (`bodySize`), and not long. PDFs don't
 * say.
 */
export function isHeading({ size, text }: Line, body: number): boolean {
  return size >= body * 1.18 && text.length <= headingLength && /\p{L}{2}/u.test(text)
}

type Span = { start: number; end: number; line: Line }

/**
 * Splits a section into passages, with as many sentences in each as fit. Each also has the first sentences of the
 * next one, because an explanation often begins in one and ends in the other.
 */
function cut({ heading, titled, lines }: Section): DraftPassage[] {
  const { text, spans } = flow(lines, titled)
  const sentences = [...sentencesOf(text)]
  const drafts: DraftPassage[] = []
  let start = 0
  for (;;) {
    const from = start
    const fitting = (length: number) =>
      sentences.findLast(({ end }) => end > from && end - from <= length)?.end ??
      sentences.find(({ end }) => end > from)?.end
    const next = fitting(wanted)
    const end = fitting(longest)
    if (next === undefined || end === undefined) return drafts
    const piece = text.slice(start, end).trim()
    if (piece) drafts.push({ heading, text: piece, boxes: boxesOf(spans, start, end) })
    if (end === text.length) return drafts
    start = next
  }
}

/**
 * The text of the lines, joining words hyphenated at line ends; the heading (this many lines) stays separate.
 */
function flow(lines: readonly Line[], titled: number): { text: string; spans: Span[] } {
  let text = ''
  const spans: Span[] = []
  for (const [index, line] of lines.entries()) {
    const divided = /\p{L}[-‐]$/u.test(text) && /^\p{Ll}/u.test(line.text)
    if (divided) text = text.slice(0, -1)
    else if (text) text += index === titled ? '\n' : ' '
    spans.push({ start: text.length, end: text.length + line.text.length, line })
    text += line.text
  }
  return { text, spans }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

function* sentencesOf(text: string): Generator<{ end: number }> {
  for (const { index, segment } of segmenter.segment(text)) {
    let start = index
    const end = index + segment.length
    // A table or a listing may contain no sentence end at all.
    while (end - start > longest) {
      const blank = text.lastIndexOf(' ', start + wanted)
      start = blank > start ? blank + 1 : cutAt(text, start + wanted)
      yield { end: start }
    }
    yield { end }
  }
}

function boxesOf(spans: readonly Span[], start: number, end: number): Box[] {
  return spans
    .filter(span => span.start < end && span.end > start)
    .map(({ line: { x, y, width, height } }) => ({
      x: rounded(x),
      y: rounded(y),
      width: rounded(width),
      height: rounded(height),
    }))
}

const rounded = (value: number) => Math.round(Math.min(Math.max(value, 0), 1) * 10_000) / 10_000

/** Joins small sections of a page: the few words of a slide, or a title, say little on their own. */
function gather(drafts: readonly DraftPassage[]): DraftPassage[] {
  const gathered: DraftPassage[] = []
  for (const draft of drafts) {
    const last = gathered.at(-1)
    if (
      last &&
      (last.text.length < 300 || draft.text.length < 300) &&
      last.text.length + draft.text.length < wanted
    ) {
      last.text += `\n${draft.text}`
      last.boxes.push(...draft.boxes)
    } else gathered.push({ ...draft, boxes: [...draft.boxes] })
  }
  return gathered
}
