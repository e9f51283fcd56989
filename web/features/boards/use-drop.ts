import { type DragEvent as ReactDragEvent, useRef } from 'react'
import { blobOf, contextOf } from '#web/features/files/canvas.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { toast } from '#web/ui/toast.ts'

/** Stands in the file of a picture that the editor takes for a board. */
const boardInside = 'application/vnd.excalidraw+json'

/**
 * Handles what is dropped before the editor does: it would put a board from a file, or from a picture's file, in the place of
 * this one. Pictures go on to it.
 */
export function useDrop(canChange: boolean) {
  const goesOn = useRef(false)
  return (event: ReactDragEvent) => {
    // The editor takes the first one.
    const [file] = event.dataTransfer.files
    if (goesOn.current || (canChange && !file)) return
    event.preventDefault()
    event.stopPropagation()
    if (!canChange || !file) return void toast.error('This board is read-only.')
    if (!file.type.startsWith('image/')) return void toast.error('You can only drop pictures on a board.')
    const { target, clientX, clientY } = event
    pictureOnly(file).then(
      picture => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(picture)
        goesOn.current = true
        target.dispatchEvent(new DragEvent('drop', { dataTransfer, clientX, clientY, bubbles: true }))
        goesOn.current = false
      },
      error => toast.error(problemText(error)),
    )
  }
}

/** A picture without the board that may be in its file. */
async function pictureOnly(file: File): Promise<File> {
  const { name, type } = file
  if (type !== 'image/png' && type !== 'image/svg+xml') return file
  const text = await file.text()
  if (!text.includes(boardInside)) return file
  const bare = type === 'image/png' ? await redrawn(file) : text.replaceAll(boardInside, 'text/plain')
  return new File([bare], name, { type })
}

async function redrawn(png: File): Promise<Blob> {
  const bitmap = await createImageBitmap(png)
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  contextOf(canvas).drawImage(bitmap, 0, 0)
  return blobOf(canvas, 'image/png')
}
