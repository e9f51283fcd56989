/**
 * `npm run settings`: writes docs/settings.md from server/config/settings.ts, which contains each setting and its
 * description.
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { settings } from '#server/config/settings.ts'

const file = join(import.meta.dirname, '../docs/settings.md')

const columns = ['Setting', 'What it does', 'Takes', 'Without it']

const beginning = `# Settings

<!-- \`npm run settings\` writes this page from server/config/settings.ts. -->

Settings are environment variables. An empty one counts as not set. When a setting is wrong or missing, the server names every
fault and doesn't start.

On your own machine you need none. \`npm start\` sets \`HOST\` to \`127.0.0.1\` and \`LOG_LEVEL\` to \`warn\`, makes a \`SECRET\` once,
stores documents in its data folder, and stands in for every service that no setting names:

${table([
  ['Until you set', '`npm start` uses'],
  ['`DATABASE_URL`', 'its own PostgreSQL'],
  [
    '`GOOGLE_CLIENT_ID`, `MICROSOFT_CLIENT_ID` or `GITHUB_CLIENT_ID`',
    'a sign-in page where you pick a person, with Robin Park as the operator',
  ],
  ['`STRIPE_SECRET_KEY`', 'a payment provider at `/local/payments`'],
  ['`SMTP_URL`', 'a mailbox at `/local/mail`'],
])}

With \`NODE_ENV=production\` it refuses to stand in for any of these except the database.
`

const ending = `
## Only for the commands

The server itself doesn't read these.

${table([
  ['Setting', 'What it does', 'Without it'],
  [
    '`DATA_DIR`',
    'The folder in which `npm start` keeps its data, and where the other commands look for it.',
    '`.data`',
  ],
  [
    '`SEED`',
    '`off` starts without the demo world, `on` also fills your own database with it. Beside a real sign-in provider there is none.',
    'the first start fills it in',
  ],
  [
    '`CHROME_PATH`',
    'The browser for the browser tests and the screenshots.',
    'the first Chrome or Chromium that is found',
  ],
])}
`

/** The page for the current settings. */
export function settingsPage(): string {
  const groups = Object.entries(settings).map(
    ([title, shape]) => `\n## ${title}\n\n${table([columns, ...rowsOf(shape)])}\n`,
  )
  return [beginning, ...groups, ending].join('')
}

function rowsOf(shape: Record<string, z.ZodMiniType>): string[][] {
  const { properties = {} } = z.toJSONSchema(z.object(shape), { io: 'input' })
  return Object.entries(shape).map(([name, schema]) => {
    const facts = properties[name] as z.core.JSONSchema.JSONSchema
    return [`\`${name}\``, String(facts.description), takes(facts), withoutIt(schema, facts)]
  })
}

/** With Biome's column widths. */
function table(rows: string[][]): string {
  const [head, ...body] = rows
  const widths = head!.map((_, column) => Math.max(...rows.map(row => row[column]!.length)))
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [head!, widths.map(width => '-'.repeat(width)), ...body].map(line).join('\n')
}

function takes({
  takes,
  type,
  enum: words,
  format,
  minimum,
  maximum,
  minLength,
}: z.core.JSONSchema.JSONSchema) {
  if (typeof takes === 'string') return takes
  if (words) return words.map(word => `\`${word}\``).join(', ')
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`
  if (type === 'number') return `a number from ${minimum} to ${maximum}`
  if (format === 'uri') return 'an address'
  return minLength ? `at least ${minLength} characters` : 'text'
}

function withoutIt(schema: z.ZodMiniType, { without }: z.core.JSONSchema.JSONSchema): string {
  if (typeof without === 'string') return without
  const { success, data } = z.safeParse(schema, undefined)
  if (!success) return '**required**'
  return data === undefined ? '' : `\`${data}\``
}

if (import.meta.main) writeFileSync(file, settingsPage())
