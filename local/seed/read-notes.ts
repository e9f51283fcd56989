import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A post of the named world, as its file in notes/ says it. */
export type Note = {
  slug: string
  title: string
  /** The e-mail name of who posts it. */
  author: string
  course: string
  /** How many days before the start it was posted. */
  days: number
  form: 'notes' | 'slides' | 'book' | 'png' | 'jpeg'
  face: 'serif' | 'sans'
  figure: string
  details: string
  /** The document's own text. */
  body: string
}

const folder = join(import.meta.dirname, 'notes')

/** The notes of the named world, oldest first: the order in which they are posted. */
export async function readNotes(): Promise<Note[]> {
  const files = (await readdir(folder)).filter(name => name.endsWith('.txt'))
  const notes = await Promise.all(
    files.map(async file => parse(file.slice(0, -4), await readFile(join(folder, file), 'utf8'))),
  )
  return notes.sort((a, b) => b.days - a.days)
}

function parse(slug: string, source: string): Note {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(source) ?? []
  const fields = new Map(
    head.split('\n').map(line => [line.split(': ', 1)[0]!, line.slice(line.indexOf(': ') + 2)]),
  )
  const field = (name: string, fallback?: string) => {
    const value = fields.get(name) ?? fallback
    if (value === undefined) throw new Error(`notes/${slug}.txt has no ${name}`)
    return value
  }
  return {
    slug,
    title: field('title'),
    author: field('author'),
    course: field('course'),
    days: Number(field('days')),
    form: field('form') as Note['form'],
    face: field('face', 'serif') as Note['face'],
    figure: field('figure', ''),
    details: field('details'),
    body: body.trim(),
  }
}
