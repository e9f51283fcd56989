import { build, type Plugin, type PluginOption, type Rolldown } from 'vite'
import { isForVisitors, isFramed, isOwnShell, routeOf } from './page-files.ts'

/**
 * The weight of each user of a piece, by the bytes of all its pieces. A visitor comes with an empty cache, to a page that is small, so
 * unused bytes matter more. Signed-in people have the app in their browser (web/worker/worker.ts), and nobody waits for what a
 * page opens later (a dialog, the chat). The chat comes behind each of their pages: of the tried weights that bring it in one file, 7
 * makes first loads the smallest (`node bench/first-load.ts`).
 */
const weights: Record<Kind, (bytes: number) => number> = {
  visit: bytes => (460_000 / bytes) ** 1.5,
  beginning: () => 5,
  page: () => 1,
  behind: () => 7,
  part: () => 0.05,
}

/** How many bytes of source (about a sixth of it is transferred) cost a user as much as one more request. */
const worthARequest = (kind: Kind) => (kind === 'visit' ? 4_000 : 16_000)

/** A page with more files is given fewer, even if others then fetch more bytes that they don't use. */
const fewEnough = 10
const worthARequestOfMany = 75_000

/** Where signed-in people begin: the feed, and what a link leads to that somebody shared. */
const beginnings = /^_signed-in\/(explore|ignite\.\$postId|profile\.\$username\.index)$/

/**
 * Joins the client's files so that a page needs few. A bundler makes one piece for each set of pages that
 * share it: 60 requests and more for one page, each compressed separately. This joins two pieces as long as
 * that saves more, over all pages, than the unused bytes that some of them then fetch (decision 34).
 *
 * The pieces come from a first build that is thrown away, since only a build shows what is left of a module.
 * `plugins` are those that decide about modules and their borders. `node bench/first-load.ts` shows the
 * result.
 */
export function fewFiles(plugins: () => PluginOption[]): Plugin {
  return {
    name: 'few-files',
    apply: 'build',
    async config({ root }) {
      const { pieces, libraries } = await measured({ root: root!, plugins: plugins() })
      const files = joined(pieces)
      const isLibrary = (id: string) => libraries.has(id) || isHelper(id) || isOfCompiler(id)
      return {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                // Assigns each module by name, and no two files need each other.
                includeDependenciesRecursively: false,
                groups: [{ name: id => (isLibrary(id) ? 'libraries' : (files.get(id) ?? null)) }],
              },
            },
          },
        },
      }
    },
  }
}

/** Modules that stay together: every page and part needs all of them or none. */
type Piece = { modules: string[]; bytes: number; users: Set<User>; needs: Set<Piece> }

/**
 * Who uses a piece: a visitor's page, a signed-in person's first or later page, what loads behind each of these, or a part of a page
 * that is loaded by itself.
 */
type Kind = 'visit' | 'beginning' | 'page' | 'behind' | 'part'

/** `files`: how many pieces it uses. */
type User = { kind: Kind; weight: number; files: number }

async function measured(config: { root: string; plugins: PluginOption[] }) {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    plugins: [...config.plugins, withoutStyles()],
    build: { write: false, minify: false },
  })
  const { output } = built as Rolldown.RolldownOutput
  const chunks = new Map(output.filter(file => file.type === 'chunk').map(chunk => [chunk.fileName, chunk]))
  const entries = [...chunks.values()].filter(({ isEntry }) => isEntry)
  const libraries = librariesOf(entries, chunks)
  const pieceOf = new Map([...chunks].map(([name, chunk]) => [name, asPiece(chunk, libraries)]))
  for (const [name, { imports }] of chunks) {
    for (const needed of imports) pieceOf.get(name)!.needs.add(pieceOf.get(needed)!)
  }
  const pageOf = ({ facadeModuleId }: Rolldown.OutputChunk) => routeOf(facadeModuleId ?? '')
  const routes = [...chunks.values()].filter(pageOf)
  const ownShell = [...chunks.values()].find(({ facadeModuleId }) => isOwnShell(facadeModuleId ?? ''))!
  const load = (loaded: Rolldown.OutputChunk[], kind: Kind) => {
    const used = new Set([...loaded, ...entries].map(({ fileName }) => pieceOf.get(fileName)!))
    for (const { needs } of used) for (const needed of needs) used.add(needed)
    const bytes = [...used].reduce((sum, piece) => sum + piece.bytes, 0)
    const files = [...used].filter(({ modules }) => modules.length).length
    const user = { kind, weight: weights[kind](bytes), files }
    for (const { users } of used) users.add(user)
  }
  for (const chunk of chunks.values()) {
    const route = pageOf(chunk)
    if (!route) {
      if (chunk.isDynamicEntry && chunk !== ownShell) load([chunk], kindOfPart(chunk, ownShell))
      continue
    }
    const page = [chunk, ...routes.filter(other => route.startsWith(`${pageOf(other)}/`))]
    if (isFramed(route)) load([...page, ownShell], beginnings.test(route) ? 'beginning' : 'page')
    if (!isFramed(route) || isForVisitors(chunk.facadeModuleId!)) load(page, 'visit')
  }
  const pieces = [...pieceOf.values()].filter(({ modules, users }) => modules.length && users.size)
  return { pieces, libraries }
}

function kindOfPart(
  { fileName, facadeModuleId }: Rolldown.OutputChunk,
  ownShell: Rolldown.OutputChunk,
): Kind {
  if (facadeModuleId?.endsWith('/chat/behind-pages.ts')) return 'behind'
  // What the shell opens comes with many pages.
  return ownShell.dynamicImports.includes(fileName) ? 'page' : 'part'
}

/**
 * Third-party libraries that every page uses: a file that stays in the browser's cache while our code
 * changes. None of them needs our code.
 */
function librariesOf(
  entries: Rolldown.OutputChunk[],
  chunks: Map<string, Rolldown.OutputChunk>,
): Set<string> {
  const first = new Set(entries)
  for (const { imports } of first) for (const name of imports) first.add(chunks.get(name)!)
  return new Set([...first].flatMap(({ moduleIds }) => moduleIds.filter(id => id.includes('/node_modules/'))))
}

/** Styles are split like the scripts they belong to, and their content doesn't matter here. */
function withoutStyles(): Plugin {
  return {
    name: 'without-styles',
    enforce: 'pre',
    load: { filter: { id: /\.css$/ }, handler: () => '' },
  }
}

/** What React's compiler adds to the modules, only in the second build. */
const isOfCompiler = (id: string) => id.includes('/node_modules/react/') && id.includes('compiler-runtime')

/** The bundler's own additions, such as the loader for lazy files. */
const isHelper = (id: string) => id.startsWith('\0')

function asPiece({ modules }: Rolldown.OutputChunk, libraries: Set<string>): Piece {
  const own = Object.entries(modules).filter(([id]) => !isHelper(id) && !libraries.has(id))
  return {
    modules: own.map(([id]) => id),
    bytes: own.reduce((sum, [, { renderedLength }]) => sum + renderedLength, 0),
    users: new Set(),
    needs: new Set(),
  }
}

/** The file of each module: joins the best two pieces until joining costs more than it saves. */
function joined(pieces: Piece[]): Map<string, string> {
  const left = new Set(pieces)
  joinWhilePaying(left, ({ kind }) => worthARequest(kind))
  joinWhilePaying(left, ({ kind, files }) => (files > fewEnough ? worthARequestOfMany : worthARequest(kind)))
  return new Map([...left].flatMap(({ modules }, index) => modules.map(id => [id, `part-${index}`])))
}

/** The bytes that a request costs a user. */
type Worth = (user: User) => number

function joinWhilePaying(left: Set<Piece>, worth: Worth): void {
  const pairsOf = (one: Piece, others: Piece[]): Pair[] =>
    others.map(other => ({ one, other, gain: gain(one, other, worth) })).filter(({ gain }) => gain > 0)
  const all = [...left]
  let pairs = all.flatMap((one, index) => pairsOf(one, all.slice(index + 1)))
  for (;;) {
    pairs.sort((a, b) => b.gain - a.gain)
    const best = pairs.find(
      ({ one, other, gain }) =>
        !leadsBack(one, other) && !leadsBack(other, one) && gain > costOfNeeds(one, other, worth),
    )
    if (!best) return
    const changed = join(left, best.one, best.other)
    pairs = pairs.filter(({ one, other }) => !changed.has(one) && !changed.has(other))
    const anew = [...changed].filter(piece => left.has(piece))
    const same = [...left].filter(piece => !changed.has(piece))
    pairs.push(...anew.flatMap((piece, index) => pairsOf(piece, [...same, ...anew.slice(index + 1)])))
  }
}

type Pair = { one: Piece; other: Piece; gain: number }

/**
 * The bytes that joining two pieces saves over all users: one request for users of both, minus the
 * unused bytes that the others fetch.
 */
function gain(one: Piece, other: Piece, worth: Worth): number {
  let saved = 0
  for (const user of one.users) saved += user.weight * (other.users.has(user) ? worth(user) : -other.bytes)
  for (const user of other.users) if (!one.users.has(user)) saved -= user.weight * one.bytes
  return saved
}

/** What the users of either piece also fetch, because the other one needs it. */
function costOfNeeds(one: Piece, other: Piece, worth: Worth): number {
  const cost = (users: Set<User>, needed: Set<Piece>) =>
    [...needed]
      .filter(piece => piece !== one && piece !== other)
      .flatMap(({ users: known, bytes }) =>
        [...users].filter(user => !known.has(user)).map(user => user.weight * (bytes + worth(user))),
      )
      .reduce((sum, bytes) => sum + bytes, 0)
  return cost(one.users, allNeeds(other)) + cost(other.users, allNeeds(one))
}

function allNeeds({ needs }: Piece): Set<Piece> {
  const all = new Set(needs)
  for (const piece of all) for (const needed of piece.needs) all.add(needed)
  return all
}

/**
 * Whether a piece between them needs the second and is needed by the first: joining the two would create a
 * cycle.
 */
function leadsBack(from: Piece, to: Piece): boolean {
  return [...from.needs].some(piece => piece !== to && allNeeds(piece).has(to))
}

/** Merges the second piece into the first, and returns the pieces whose users or content changed. */
function join(left: Set<Piece>, one: Piece, other: Piece): Set<Piece> {
  one.modules.push(...other.modules)
  one.bytes += other.bytes
  for (const needed of other.needs) one.needs.add(needed)
  left.delete(other)
  for (const piece of left) if (piece.needs.delete(other)) piece.needs.add(one)
  one.needs.delete(one)
  const users = new Set([...one.users, ...other.users])
  for (const user of one.users) if (other.users.has(user)) user.files--
  one.users = users
  const changed = new Set([one, other])
  for (const piece of allNeeds(one)) {
    for (const user of users) {
      if (piece.users.has(user)) continue
      piece.users.add(user)
      user.files++
      changed.add(piece)
    }
  }
  return changed
}
