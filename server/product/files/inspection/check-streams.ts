import { constants, inflateSync } from 'node:zlib'
import { Refusal } from '#server/platform/sandbox/child.ts'

const MiB = 1024 * 1024
const limits = { streamBytes: 128 * MiB, totalBytes: 512 * MiB }

const harmful =
  /\/S \/(JavaScript|Launch|SubmitForm|ImportData|GoToR|GoToE|Rendition|RichMediaExecute|Movie|Sound|GoTo3DView)\b/

/**
 * Scans a PDF that qpdf wrote, which states every length and writes every name in one way: unpacked it must
 * fit into a reader's memory, and contain no action, even one that the search among its objects missed.
 */
export function checkStreams(pdf: Buffer): void {
  let total = 0
  let at = 0
  for (;;) {
    const start = pdf.indexOf('>>\nstream\n', at)
    const head = pdf.toString('latin1', at, start < 0 ? pdf.length : start)
    if (mentionsAction(head)) throw acts()
    if (start < 0) return
    const dictionary = head.slice(head.lastIndexOf(' obj\n'))
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1])
    at = start + '>>\nstream\n'.length
    const holdsObjects = dictionary.includes('/Type /ObjStm')
    // A picture's width and height say how much of it is unpacked.
    if (
      /\/Filter (\/FlateDecode|\[ \/FlateDecode \])/.test(dictionary) &&
      !/\/Subtype \/Image\b/.test(dictionary)
    ) {
      const content = inflate(pdf.subarray(at, at + length), limits.totalBytes - total)
      total += content.length
      if (holdsObjects && mentionsAction(content.toString('latin1'))) throw acts()
    } else if ((dictionary.match(/\/(FlateDecode|LZWDecode|RunLengthDecode)\b/g)?.length ?? 0) > 1) {
      throw bomb()
    }
    at += length
  }
}

/** Checks again without the strings, which may contain anything. */
function mentionsAction(text: string): boolean {
  return harmful.test(text) && harmful.test(text.replace(/\((?:[^()\\]|\\[\s\S])*\)/g, '()'))
}

function inflate(packed: Buffer, room: number): Buffer {
  const options = { maxOutputLength: Math.min(room, limits.streamBytes), finishFlush: constants.Z_SYNC_FLUSH }
  try {
    return inflateSync(packed, options)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw bomb()
    // qpdf couldn't unpack it either, and readers show the part before the damage.
    return Buffer.alloc(0)
  }
}

const bomb = () => new Refusal('unsafe_file', 'This PDF is too complex to open.')
const acts = () => new Refusal('unsafe_file', 'This PDF has something in it that we couldn’t remove.')
