/**
 * `npm run scale`: computes what Ignite needs for a school, a state and the country, from what was measured and
 * from what we assume, and writes it into docs/scale.md.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const page = resolve(import.meta.dirname, '../docs/scale.md')

const places = {
  'A school': { people: 30_000, schools: 1 },
  'A state': { people: 2_000_000, schools: 70 },
  'The country': { people: 20_000_000, schools: 700 },
}
type Place = (typeof places)[keyof typeof places]

type Input = { value: number; unit: string; what: string; source: string }

/** On two processors of 2026-11-24 to 26, which also ran the database and the load. */
export const measured = {
  reads: { value: 1_504, unit: 'a second', what: 'First pages of the feed, signed in', source: 'S1' },
  searches: { value: 593, unit: 'a second', what: 'Searches for posts by a common word', source: 'S4' },
  pageSearchMs: {
    value: 41.1,
    unit: 'ms',
    what: 'The slowest searches inside 5 million passages, median',
    source: 'S10',
  },
  commits: {
    value: 4_993,
    unit: 'a second',
    what: 'Transactions that tell the servers something',
    source: 'S11',
  },
  socket: { value: 15.8, unit: 'kB', what: 'An idle live connection', source: 'L2' },
} satisfies Record<string, Input>

/** For the busiest hour of a year: the evening before finals. */
const assumed = {
  active: {
    value: 0.1,
    unit: 'of the people',
    what: 'Share of the people who are online in that hour',
    source: 'one in ten',
  },
  calls: {
    value: 10,
    unit: 'a minute',
    what: 'Calls of an active person',
    source: 'two pages with five calls each; more answers come with the page itself',
  },
  searching: { value: 0.08, unit: 'of the calls', what: 'Searches for posts', source: 'guess' },
  searchingInside: { value: 0.02, unit: 'of the calls', what: 'Searches inside documents', source: 'guess' },
  messages: { value: 6, unit: 'an hour', what: 'Messages of an active person', source: 'guess' },
  meeting: {
    value: 0.003,
    unit: 'of the people',
    what: 'Share of the people who are in a call at once',
    source: 'guess',
  },
  throughServer: {
    value: 0.25,
    unit: 'of them',
    what: 'Share of them who need a relay or the media server, because of their networks or their number',
    source: 'reports on WebRTC say 10 to 20 percent need a relay',
  },
  video: { value: 1.5, unit: 'Mbit/s', what: 'A person’s video through a server', source: 'usual for 720p' },
  documents: {
    value: 3,
    unit: 'a year',
    what: 'Documents that a person posts',
    source: 'one in four posts twelve',
  },
  documentSize: { value: 2.5, unit: 'MB', what: 'A document with its pictures', source: 'guess' },
  passages: { value: 30, unit: 'each', what: 'Passages of a document', source: '20 pages' },
  passageSize: {
    value: 2.5,
    unit: 'kB',
    what: 'A passage with its index',
    source: '120 words, their positions and their boxes',
  },
  busyHours: {
    value: 120,
    unit: 'a month',
    what: 'All calls of a month, counted in hours like the busiest one',
    source: 'four each day',
  },
  processorPrice: {
    value: 25,
    unit: 'dollars a month',
    what: 'A processor with its memory',
    source: 'cloud prices',
  },
  storePrice: { value: 25, unit: 'dollars a month', what: 'A TB of objects', source: 'cloud prices' },
  trafficPrice: { value: 50, unit: 'dollars', what: 'A TB sent', source: 'cloud prices for much of it' },
  inDatabase: {
    value: 0.5,
    unit: 'of the processors',
    what: 'Share of the processors that run databases; the others run servers',
    source: 'guess',
  },
  mayLag: {
    value: 0.6,
    unit: 'of the calls',
    what: 'Share of the calls that a replica may answer: feeds, searches and profiles',
    source: 'guess: most of what an opened page asks',
  },
  databaseSize: {
    value: 32,
    unit: 'processors',
    what: 'A database’s machine',
    source: 'large, and common',
  },
  headroom: {
    value: 2,
    unit: 'times',
    what: 'Capacity, compared with the need',
    source: 'so that half may fail',
  },
} satisfies Record<string, Input>

const processorsMeasured = 2
const secondsAnHour = 3_600
/** A server is one process, which computes on one processor. */
const processorsOfServer = 1
/** Each server asks so often how far its replica is (server/platform/db/replica.ts). */
const looksASecond = 10

/** What one place needs. Processors are those of the servers and the databases together. */
export function needs({ people, schools }: Place) {
  const m = (name: keyof typeof measured) => measured[name].value
  const a = (name: keyof typeof assumed) => assumed[name].value
  const active = people * a('active')
  const calls = (active * a('calls')) / 60
  const inside = calls * a('searchingInside')
  const searches = calls * a('searching')
  const reads = calls - inside - searches
  const messages = (active * a('messages')) / secondsAnHour
  const busy =
    processorsMeasured * (reads / m('reads') + searches / m('searches') + messages / m('commits')) +
    inside * (m('pageSearchMs') / 1_000)
  const throughServer = people * a('meeting') * a('throughServer')
  const documents = people * a('documents')
  const passages = documents * a('passages')
  const videoGbit = (throughServer * a('video')) / 1_000
  const storageTB = (documents * a('documentSize')) / 1e6
  const processors = busy * a('headroom')
  const ofDatabases = processors * a('inDatabase')
  const ofReplicas = ofDatabases * a('mayLag')
  const servers = Math.ceil((processors - ofDatabases) / processorsOfServer)
  const videoTB = (videoGbit / 8 / 1_000) * secondsAnHour * a('busyHours')
  return {
    active,
    calls,
    pageSearches: inside,
    messages,
    processors,
    ofDatabases,
    ofPrimaries: ofDatabases - ofReplicas,
    replicas: Math.round(ofReplicas / a('databaseSize')),
    looks: servers * looksASecond,
    socketsGB: (active * m('socket')) / 1e6,
    throughServer,
    videoGbit,
    documents,
    storageTB,
    passages,
    passagesGB: (passages * a('passageSize')) / 1e6,
    /** A school's passages: a school is the unit that can have a database of its own. */
    passagesASchool: passages / schools,
    processorsCost: processors * a('processorPrice'),
    storeCost: storageTB * a('storePrice'),
    videoCost: videoTB * a('trafficPrice'),
  }
}

function tables(): string {
  const found = Object.values(places).map(needs)
  const row = (what: string, show: (one: ReturnType<typeof needs>) => number) => [
    what,
    ...found.map(one => number(show(one))),
  ]
  const inputs = (list: Record<string, Input>, last: string) =>
    table(
      ['What', 'Value', last],
      Object.values(list).map(({ what, value, unit, source }) => [
        what,
        `${value.toLocaleString('en-US')} ${unit}`,
        source,
      ]),
    )
  return [
    'What we measured, by its id in [performance.md](performance.md):',
    inputs(measured, 'Promise'),
    'What we assume of the evening before finals, and of a year:',
    inputs(assumed, 'Why'),
    'What follows:',
    table(
      ['', ...Object.keys(places)],
      [
        ['People', ...Object.values(places).map(({ people }) => number(people))],
        row('People there at once', one => one.active),
        row('Calls a second', one => one.calls),
        row('Searches inside documents a second', one => one.pageSearches),
        row('Messages a second', one => one.messages),
        row('Processors of servers and databases, twice what they need', one => one.processors),
        row('Of them for databases, if each primary takes all reads', one => one.ofDatabases),
        row('Of them for primaries, if replicas take what may lag', one => one.ofPrimaries),
        row('Replicas, each of the size of a database’s machine', one => one.replicas),
        row('Questions a second to primaries about how far their replicas are', one => one.looks),
        row('Memory of live connections, GB', one => one.socketsGB),
        row('People whose call goes through a server', one => one.throughServer),
        row('Their video, Gbit/s', one => one.videoGbit),
        row('New documents a year', one => one.documents),
        row('Objects of a year, TB', one => one.storageTB),
        row('New passages a year', one => one.passages),
        row('Passages of a year with their index, GB', one => one.passagesGB),
        row('New passages a year of each school', one => one.passagesASchool),
        row('Processors, $ a month', one => one.processorsCost),
        row('Objects of a year, $ a month', one => one.storeCost),
        row('Video through servers, $ a month', one => one.videoCost),
      ],
    ),
  ].join('\n\n')
}

function number(value: number): string {
  return Number(value.toPrecision(value < 1 ? 1 : 3)).toLocaleString('en-US')
}

/** A table as the formatter lays it out. */
function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map(row => row[column]!.length)))
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [line(head), line(widths.map(width => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

const begin = '<!-- scale:begin -->\n\n'
const end = '\n\n<!-- scale:end -->'

/** The page with its tables computed anew. */
export function scalePage(): string {
  const text = readFileSync(page, 'utf8')
  return text.slice(0, text.indexOf(begin) + begin.length) + tables() + text.slice(text.indexOf(end))
}

if (import.meta.main) writeFileSync(page, scalePage())
