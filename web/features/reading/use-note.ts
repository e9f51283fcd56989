import { useCallback, useEffect, useState } from 'react'

const shownMs = 4_000

/** What the reader says quietly, for a moment. */
export function useNote() {
  const [note, setNote] = useState<{ text: string } | null>(null)
  useEffect(() => {
    if (!note) return
    const timer = setTimeout(setNote, shownMs, null)
    return () => clearTimeout(timer)
  }, [note])
  const say = useCallback((text: string) => setNote({ text }), [])
  return { note: note?.text ?? null, say }
}
