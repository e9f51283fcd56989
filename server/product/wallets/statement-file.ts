import type { Database } from '#server/platform/db/database.ts'
import type { Transaction, TransactionFilter } from '#shared/api/wallets.ts'
import { statementPage } from './statement.ts'

const batch = 500

/** The columns by their heads. That of the time names its zone: the file leaves Ignite, and its days may decide a tax year. */
const columnsIn = (
  zone: string,
): Record<string, (line: Transaction, at: Temporal.ZonedDateTime) => string> => ({
  Date: (_line, at) => at.toPlainDate().toString(),
  [`Time (${zone})`]: (_line, at) => at.toPlainTime().toString({ smallestUnit: 'minute' }),
  Transaction: line => line.transaction_id,
  Type: line => line.type,
  'Amount (USD)': line => `${line.type === 'debit' ? '-' : ''}${line.amount}`,
  Account: line => line.of,
  Message: line => line.message,
  From: line => line.from,
  To: line => line.to,
  Withdrawal: line => line.withdrawal?.state ?? '',
})

/** A person's whole statement as a table (RFC 4180), streamed from the database. */
export async function* statementFile(
  db: Database,
  userId: string,
  { filter, zone }: { filter: TransactionFilter; zone: string },
): AsyncGenerator<string> {
  const columns = columnsIn(zone)
  // Without the UTF-8 byte order mark, Excel reads names in its system's encoding.
  yield `\uFEFF${row(Object.keys(columns))}`
  let after: string | null = null
  do {
    const lines = await statementPage(db, userId, { filter, start: { after, skip: 0 }, limit: batch })
    yield lines
      .map(line => {
        const at = Temporal.Instant.from(line.date).toZonedDateTimeISO(zone)
        return row(Object.values(columns).map(read => read(line, at)))
      })
      .join('')
    after = lines.length === batch ? lines.at(-1)!.id : null
  } while (after !== null)
}

function row(values: string[]): string {
  return `${values.map(cell).join(',')}\r\n`
}

/**
 * A value as a cell. An apostrophe turns a spreadsheet formula, such as a malicious post title, into text
 * (owasp.org/www-community/attacks/CSV_Injection); amounts stay numbers.
 */
function cell(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) && !/^-\d+\.\d\d$/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
