import { useEffect, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { meterLevel } from './sound.ts'

const bars = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]

/** Shows that a microphone picks up sound. */
export function LevelBar({ track }: { track: MediaStreamTrack | null }) {
  const level = useLevel(track)
  return (
    <div className="flex h-4 items-end gap-1">
      <meter aria-label="Microphone level" className="sr-only" min={0} max={1} value={level} />
      {bars.map(bar => (
        <span
          key={bar}
          aria-hidden="true"
          className={cx('h-full flex-1 rounded-6 transition-colors', level >= bar ? 'bg-lamp' : 'bg-line')}
        />
      ))}
    </div>
  )
}

/** The current level of a track, from 0 to 1, in steps of a tenth. */
function useLevel(track: MediaStreamTrack | null): number {
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
