/** What a release brings: one commit with its title and the files that it touches, one new migration with its text. */
export type Commit = { title: string; files: string[] }
export type Migration = { name: string; text: string }

const head = '# Changelog\n\nWhat changed in each release, the newest first. `npm run release` writes it.\n\n'

/** A commit is listed under the first of these that one of its files is in. */
const groups: [title: string, files: RegExp][] = [
  ['For operators', /^(deploy\/|Dockerfile|docs\/(operations|settings)\.md|server\/config\/)/],
  ['In the product', /^(server|shared|web)\/(?!.*\.test\.tsx?$)/],
  ['Tests, tools and documents', /^/],
]

/** The changelog with a new release at its top. */
export function withRelease(changelog: string | undefined, release: string): string {
  const [begin, ...before] = (changelog ?? head).split(/^(?=## )/m)
  return `${[begin, release, ...before].join('').trimEnd()}\n`
}

/** A release's part of the changelog, with today's date in UTC. Leaves out groups without commits. */
export function releaseOf(version: string, commits: Commit[], migrations: Migration[]): string {
  const inGroup = Map.groupBy(
    commits,
    ({ files }) => groups.find(([, some]) => files.some(file => some.test(file)))?.[0],
  )
  const parts = [
    [
      'Migrations, which the first new process runs',
      migrations.map(one => `\`${one.name}\`: ${purposeOf(one)}`),
    ],
    ...groups.map(([title]) => [title, (inGroup.get(title) ?? []).map(commit => commit.title)] as const),
  ] as const
  return (
    headingOf(version) +
    parts
      .filter(([, lines]) => lines.length > 0)
      .map(([title, lines]) => `### ${title}\n\n${lines.map(line => `- ${line}\n`).join('')}\n`)
      .join('')
  )
}

/** There is nothing before it that it could be compared with. */
export function firstRelease(version: string, migrations: Migration[]): string {
  return `${headingOf(version)}The first release. Its last migration is \`${migrations.at(-1)?.name}\`.\n\n`
}

function headingOf(version: string): string {
  return `## ${version}, ${new Date().toISOString().slice(0, 10)}\n\n`
}

/** The first sentence of the comment that a migration begins with. */
function purposeOf({ text }: Migration): string {
  const comment = /^(?:-- .*\n)*/
    .exec(text)![0]
    .replaceAll(/\n?-- /g, ' ')
    .trim()
  return /^.*?[.:](?= |$)/.exec(comment)?.[0] ?? comment
}
