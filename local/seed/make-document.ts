import sharp from 'sharp'
import { readBlocks } from './documents/blocks.ts'
import { exercises } from './documents/exercises.ts'
import { poster } from './documents/poster.ts'
import { rasterise } from './documents/raster.ts'
import { typeset } from './documents/typeset.ts'
import type { Note } from './read-notes.ts'

export type Made = {
  bytes: Uint8Array
  type: 'application/pdf' | 'image/png' | 'image/jpeg'
  name: string
  thumbnail: Uint8Array
}

type Shown = { author: string; course: string; hue: number; date: string }

/** Makes a note's document, and its thumbnail as the upload form makes one. */
export async function makeDocument(note: Note, { author, course, hue, date }: Shown): Promise<Made> {
  if (note.form === 'png' || note.form === 'jpeg') return makePicture(note, hue)
  const blocks = readBlocks(note.body)
  const bytes = await typeset({
    title: printable(note.title) ? note.title : titleOf(note),
    over: course,
    author: printable(author) ? author : 'Study notes',
    date,
    hue,
    face: note.face,
    form: note.form === 'slides' ? 'slides' : 'notes',
    blocks: note.form === 'book' ? [...blocks, ...exercises(576)] : blocks,
  })
  const thumbnail = await sharp(await rasterise(bytes, 0.5))
    .webp({ quality: 82 })
    .toBuffer()
  return { bytes, type: 'application/pdf', name: `${note.slug}.pdf`, thumbnail }
}

async function makePicture(note: Note, hue: number): Promise<Made> {
  const page = await poster({ title: note.title, question: note.body, figure: note.figure, hue })
  const png = await rasterise(page, 2)
  const bytes = note.form === 'png' ? png : await sharp(png).jpeg({ quality: 86 }).toBuffer()
  const thumbnail = await sharp(png).resize(300, 300, { fit: 'cover' }).webp({ quality: 82 }).toBuffer()
  const extension = note.form === 'png' ? 'png' : 'jpg'
  return {
    bytes,
    type: note.form === 'png' ? 'image/png' : 'image/jpeg',
    name: `${note.slug}.${extension}`,
    thumbnail,
  }
}

/** The fonts that every PDF reader brings have the letters of Western Europe only. */
function printable(text: string): boolean {
  return /^[\u0020-\u007e\u00a0-\u00ff–—‘’“”…]*$/.test(text)
}

/** A title from the file's name: "jp-limits" is "Limits". */
function titleOf({ slug }: Note): string {
  const words = slug.split('-').slice(1).join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
