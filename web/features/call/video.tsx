import { useEffect, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'

/** The picture of a track. One's own is a mirror. */
export function Video({
  track,
  label,
  mirrored = false,
  whole = false,
}: {
  track: MediaStreamTrack
  label: string
  mirrored?: boolean
  /** Shows all of it, with room beside it, where a face may be cut. */
  whole?: boolean
}) {
  const element = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const video = element.current
    if (!video) return
    video.srcObject = new MediaStream([track])
    return () => {
      video.srcObject = null
    }
  }, [track])
  return (
    <video
      ref={element}
      aria-label={label}
      autoPlay
      playsInline
      muted
      className={cx('size-full', whole ? 'object-contain' : 'object-cover', mirrored && '-scale-x-100')}
    />
  )
}
