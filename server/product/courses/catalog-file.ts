import { CsvError, parse } from 'csv-parse/sync'
import * as z from 'zod/mini'
import { line } from '#shared/api/fields.ts'

/**
 * A catalog file: CSV in UTF-8 with a header line that names these columns, in any order; other columns are
 * ignored.
 *
 *     school,term,term_starts,crn,course,course_title,section_title
 *     Riverbend State University,Fall 2026,2026-08-24,10432,CS 201,Data Structures,Data Structures I
 *
 * One line per section. Every line spells a school, term or course the same way: the number of blanks in a row and the two
 * Unicode forms of accented letters make no difference, but "cs 201" or "CS201" beside "CS 201" is a fault, or each would
 * become a course.
 */
const columns = ['school', 'term', 'term_starts', 'crn', 'course', 'course_title', 'section_title'] as const

export type Row = Record<(typeof columns)[number], string>
export type Fault = { line: number; message: string }
export type ReadFile = { rows: Row[]; faults: Fault[] }

/** Reads a whole catalog file and checks it; if there are faults, it lists all of them. */
export function readCatalogFile(bytes: Uint8Array): ReadFile {
  const records = parseCsv(bytes)
  if ('fault' in records) return { rows: [], faults: [records.fault] }
  const [header, ...lines] = records
  if (!header) return fault(1, 'The file is empty.')
  const positions = columns.map(column =>
    header.record.findIndex(name => name.trim().toLowerCase() === column),
  )
  const missing = columns.filter((_, index) => positions[index] === -1)
  if (missing.length > 0) return fault(1, `The header line lacks ${missing.join(', ')}.`)

  const rows: Row[] = []
  const faults: Fault[] = []
  const agreement = createAgreement()
  for (const { record, line } of lines) {
    const found =
      record.length === header.record.length
        ? checkRow(Object.fromEntries(columns.map((column, index) => [column, record[positions[index]!]])))
        : { faults: [`${record.length} fields where the header line has ${header.record.length}.`] }
    const messages = 'row' in found ? agreement(found.row, line) : found.faults
    faults.push(...messages.map(message => ({ line, message })))
    if ('row' in found) rows.push(found.row)
  }
  return { rows, faults }
}

type Numbered = { record: string[]; line: number }

function parseCsv(bytes: Uint8Array): Numbered[] | { fault: Fault } {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { fault: { line: 1, message: 'The file isn’t text in UTF-8.' } }
  }
  try {
    const records: Numbered[] = []
    parse(text, {
      // Also a line of commas alone, which spreadsheets write for an empty row.
      skip_records_with_empty_values: true,
      relax_column_count: true,
      on_record(record: string[], { lines }) {
        // The parser counts to a record's last line; line breaks within its fields are between that and its
        // first.
        records.push({ record, line: lines - (record.join().match(/\n/g)?.length ?? 0) })
        return null
      },
    })
    return records
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { fault: { line: Number(error.lines ?? 1), message: error.message } }
  }
}

const rowSchema = z.object({
  school: line(200, 'school'),
  term: line(60, 'term'),
  term_starts: z.string().check(z.trim(), z.iso.date('term_starts is a date like 2026-08-24.')),
  crn: z
    .string()
    .check(z.trim(), z.toUpperCase(), z.regex(/^[0-9A-Z]{3,12}$/, 'crn has 3 to 12 letters and digits.')),
  course: line(30, 'course'),
  course_title: line(200, 'course_title'),
  section_title: line(200, 'section_title'),
})

function checkRow(given: Record<string, string | undefined>): { row: Row } | { faults: string[] } {
  const fields = Object.entries(given).map(([name, text]) => [
    name,
    text?.normalize('NFC').replace(/\s+/g, ' '),
  ])
  const parsed = z.safeParse(rowSchema, Object.fromEntries(fields))
  return parsed.success ? { row: parsed.data } : { faults: parsed.error.issues.map(issue => issue.message) }
}

/**
 * Finds lines that contradict an earlier one: two spellings of a name, two starts of one term, two titles of a course, a
 * CRN given twice.
 */
function createAgreement() {
  const said = new Map<string, { value: string; line: number }>()
  /** What an earlier line said, if this one says something else. */
  const contradicted = (key: string[], value: string, line: number) => {
    const name = JSON.stringify(key)
    const earlier = said.get(name)
    if (!earlier) said.set(name, { value, line })
    return earlier?.value === value ? undefined : earlier
  }
  const check = (what: string, key: string[], value: string, line: number) => {
    const earlier = contradicted([what, ...key], value, line)
    return earlier ? [`${what} ${key.join(', ')} differs from line ${earlier.line}.`] : []
  }
  const spelling = (name: string, within: string[], line: number) => {
    const earlier = contradicted(['spelling', ...within, name.toLowerCase().replaceAll(' ', '')], name, line)
    return earlier ? [`“${name}” is spelled “${earlier.value}” in line ${earlier.line}.`] : []
  }
  return (row: Row, line: number): string[] => [
    ...spelling(row.school, ['school'], line),
    ...spelling(row.term, ['term', row.school], line),
    ...spelling(row.course, ['course', row.school], line),
    ...check('The start of', [row.term, row.school], row.term_starts, line),
    ...check('The title of', [row.course, row.school], row.course_title, line),
    ...check('CRN', [row.crn, row.term, row.school], `${row.course} ${row.section_title}`, line),
  ]
}

function fault(line: number, message: string): ReadFile {
  return { rows: [], faults: [{ line, message }] }
}
