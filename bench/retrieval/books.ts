import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'

/** `answers` are words of the passages that answer the question; one of them is enough. */
export type Answerable = { question: string; answers: string[] }

/**
 * A long PDF from one of Debian’s documentation packages, which are free to share, with questions about it.
 * How questions find passages is built by looking at one set, and measured with the other.
 */
export type Book = {
  package: string
  path: string
  /** The edition that its questions were written on. */
  version: string
  sha256: string
  subject: string
  set: 'building' | 'measuring'
  answerable: Answerable[]
  /** Neither this book nor another answers these. */
  unanswerable: string[]
}

const folder = join(import.meta.dirname, 'books')
const kept = join(import.meta.dirname, '../../node_modules/.cache/ignite-books')
const run = promisify(execFile)

/** The books that the questions are about. */
export async function readBooks(): Promise<Book[]> {
  const names = (await readdir(folder)).sort()
  return Promise.all(names.map(async name => JSON.parse(await readFile(join(folder, name), 'utf8'))))
}

/**
 * The book’s PDF from its Debian package, which `apt-get` downloads once. Says so if the edition isn’t the one
 * that the questions were written on. Fails if this isn’t a Debian machine with a list of packages.
 */
export async function fetchBook(book: Book): Promise<Buffer> {
  const path = join(kept, `${book.package}.pdf`)
  if (!existsSync(path)) {
    await mkdir(kept, { recursive: true })
    await writeFile(path, await download(book))
  }
  const file = await readFile(path)
  if (createHash('sha256').update(file).digest('hex') !== book.sha256)
    console.log(`${book.package} is another edition than ${book.version}: some of its questions may not fit`)
  return file
}

async function download({ package: name, path }: Book): Promise<Buffer> {
  const cwd = await mkdtemp(join(tmpdir(), 'ignite-book-'))
  try {
    await run('apt-get', ['-qq', 'download', name], { cwd })
    const [archive] = await readdir(cwd)
    await run('dpkg-deb', ['--extract', archive!, 'files'], { cwd })
    const file = await readFile(join(cwd, 'files', path))
    return path.endsWith('.gz') ? gunzipSync(file) : file
  } finally {
    await rm(cwd, { recursive: true, force: true })
  }
}
