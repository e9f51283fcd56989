import { describe, expect, test } from 'vitest'
import { isHeading } from './make-passages.ts'
import type { Line } from './page-lines.ts'
import { withoutRunningLines } from './running-lines.ts'

const usual = 0.0095
const line = (text: string, y: number, { x = 0.12, size = usual } = {}): Line => ({
  text,
  x,
  y,
  width: 0.7,
  height: size,
  size,
})
const body = (text: string) => [0.14, 0.155, 0.17].map((y, at) => line(`${text}, line ${at + 1}.`, y))
const strip = (pages: Line[][]) =>
  withoutRunningLines(pages, one => isHeading(one, usual)).map(lines => lines.map(({ text }) => text))
const textOf = (lines: Line[]) => lines.map(({ text }) => text)

describe('Running headers and footers', () => {
  test('are left out, whatever their page numbers are', () => {
    // As in the Debian reference: numbered in Roman figures first, the first page without a header.
    const texts = ['Copying', 'Manuals', 'Packages', 'Commands', 'Shells'].map(body)
    const pages = texts.map((text, at) => [
      ...text,
      line(`${['i', 'ii', 'iii', 'iv', 'v'][at]}`, 0.93, { x: 0.5 }),
      ...(at > 0 ? [line('Debian Reference', 0.06 + at * 0.002)] : []),
    ])
    expect(strip(pages)).toEqual(texts.map(textOf))
  })

  test('are left out on left and right pages alike, chapter by chapter', () => {
    const header = (page: number) =>
      page % 2 === 0
        ? `${page} CHAPTER ${page < 6 ? 1 : 2}. ${page < 6 ? 'SORTING' : 'GRAPHS'}`
        : `1.3. Heaps ${page}`
    const texts = Array.from({ length: 12 }, (_, page) => body(`Lecture ${page * 7} of the notes`))
    const pages = texts.map((text, page) => [
      line(header(page), 0.09),
      line('Draft of the spring term', 0.105),
      ...text.map(one => ({ ...one, y: one.y + 0.01 })),
      line('CS 201 — do not distribute', 0.95),
    ])
    expect(strip(pages)).toEqual(texts.map(textOf))
  })

  test('aren’t the text that begins or ends each page, nor the numbers in one table', () => {
    const exams = [1, 2, 3, 4].map(page => [
      line('Solution.', 0.1),
      line(`By induction on ${page} nodes.`, 0.115),
      line('Every tree has a leaf.', 0.13),
    ])
    expect(strip(exams)).toEqual(exams.map(textOf))
    const table = [[...body('Totals'), ...[0.2, 0.4, 0.6].map(x => line('12', 0.93, { x }))]]
    expect(strip([...table, body('Then'), body('Last')])[0]).toHaveLength(6)
  })

  test('aren’t the title of several slides, nor a line that two pages share', () => {
    const slides = [1, 2, 3, 4].map(step => [
      line('Quicksort', 0.08, { size: 0.04 }),
      line(`The pivot moves ${step} times`, 0.4),
    ])
    expect(strip(slides)).toEqual(slides.map(textOf))
    const letter = [1, 2].map(page => [...body(`Page ${page}`), line('Yours, A.', 0.92)])
    expect(strip(letter)).toEqual(letter.map(textOf))
  })

  test('aren’t the exercises of a problem set with one on each page', () => {
    const problems = [12, 13, 14, 15].map(n => [
      line(`Exercise ${n}.`, 0.1),
      ...body(`Prove that ${n} is odd`),
    ])
    expect(strip(problems)).toEqual(problems.map(textOf))
    const chapters = [12, 13, 14, 15].map(n => [
      line(`Section ${n}.`, 0.1),
      ...body(`Prove that ${n} is odd`),
    ])
    expect(strip(chapters)).toEqual(chapters.map(lines => textOf(lines).slice(1)))
  })

  test('stay on a page that has nothing else', () => {
    const pages = [
      ...['One', 'Two', 'Three'].map(word => [...body(word), line('Notes', 0.05)]),
      [line('Notes', 0.05)],
    ]
    expect(strip(pages)[3]).toEqual(['Notes'])
    expect(strip(pages)[0]).not.toContain('Notes')
  })
})
