import { useEffect, useState } from 'react'
import { meterLevel } from './sound.ts'

/** How loud a track is now, from 0 to 1, in steps of a tenth. */
export function useLevel(track: MediaStreamTrack | null): number {
  const [level, setLevel] = useState(0)
  useEffect(() => {
    if (!track) return
    const stop = meterLevel(track, loud => setLevel(Math.round(loud * 10) / 10))
    return () => {
      stop()
      setLevel(0)
    }
  }, [track])
  return level
}
