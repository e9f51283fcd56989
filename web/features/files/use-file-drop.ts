import { useEffect, useEffectEvent, useState } from 'react'

/** Those that are enabled: the last one, such as a dialog over the page, gets the files. */
const takers: object[] = []

/**
 * Accepts files dropped anywhere on the page while `enabled`, and refuses them while `isCovered`; returns whether some are being dragged
 * over it.
 */
export function useFileDrop(
  enabled: boolean,
  onFiles: (files: File[]) => void,
  isCovered: () => boolean = () => false,
): boolean {
  const [over, setOver] = useState(false)
  const dropped = useEffectEvent(onFiles)
  const refuses = useEffectEvent(isCovered)
  useEffect(() => {
    if (!enabled) return
    const taker = {}
    takers.push(taker)
    const isLast = () => takers.at(-1) === taker
    const onDragOver = (event: DragEvent) => {
      if (!isLast() || !event.dataTransfer?.types.includes('Files')) return
      // Without this the browser would leave the page to open the file.
      event.preventDefault()
      event.dataTransfer.dropEffect = refuses() ? 'none' : 'copy'
      setOver(!refuses())
    }
    const onDragLeave = (event: DragEvent) => {
      // Entering an element also leaves its parent; only crossing the window's edge enters nothing.
      if (event.relatedTarget === null) setOver(false)
    }
    const onDrop = (event: DragEvent) => {
      setOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (!isLast() || files.length === 0) return
      event.preventDefault()
      if (!refuses()) dropped(files)
    }
    addEventListener('dragover', onDragOver)
    addEventListener('dragleave', onDragLeave)
    addEventListener('drop', onDrop)
    return () => {
      setOver(false)
      takers.splice(takers.indexOf(taker), 1)
      removeEventListener('dragover', onDragOver)
      removeEventListener('dragleave', onDragLeave)
      removeEventListener('drop', onDrop)
    }
  }, [enabled])
  return over
}
