import { useEffect, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'

/** The picture of a track. The person's own is mirrored, unless it is of what they see. */
export function Video({
  track,
  label,
  mirrored = false,
  whole = false,
}: {
  track: MediaStreamTrack
  label: string
  mirrored?: boolean
  /** Shows all of it, with bars, whereas a face may be cropped. */
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
      className={cx(
        'size-full',
        whole ? 'object-contain' : 'object-cover',
        mirrored && track.getSettings().facingMode !== 'environment' && '-scale-x-100',
      )}
    />
  )
}
