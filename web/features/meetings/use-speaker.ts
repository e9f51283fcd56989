import { useEffect, useState } from 'react'
import { meterLevel } from './sound.ts'

const speaks = 0.35
/** The loudest person stays large for this long: a picture that jumps at every cough shows nobody. */
const staysMs = 2000

/** Which of these people spoke last, by id. */
export function useSpeaker(tracks: ReadonlyMap<string, MediaStreamTrack>): string | null {
  const [speaker, setSpeaker] = useState<string | null>(null)
  useEffect(() => {
    const levels = new Map<string, number>()
    const stops = [...tracks].map(([id, track]) => meterLevel(track, level => levels.set(id, level)))
    let chosenAt = 0
    const timer = setInterval(() => {
      const [id, level] = [...levels].reduce<[string | null, number]>(
        (loudest, one) => (one[1] > loudest[1] ? one : loudest),
        [null, 0],
      )
      if (id === null || level < speaks || performance.now() - chosenAt < staysMs) return
      chosenAt = performance.now()
      setSpeaker(id)
    }, 250)
    return () => {
      clearInterval(timer)
      for (const stop of stops) stop()
    }
  }, [tracks])
  return speaker
}
