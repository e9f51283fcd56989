import { useEffect, useRef } from 'react'

/** Plays a person's sound through the chosen speaker. */
export function SoundOf({ track, speakerId }: { track: MediaStreamTrack; speakerId: string | null }) {
  const element = useRef<HTMLAudioElement>(null)
  useEffect(() => {
    const audio = element.current
    if (!audio) return
    audio.srcObject = new MediaStream([track])
    return () => {
      audio.srcObject = null
    }
  }, [track])
  useEffect(() => {
    // Some browsers don't let a page choose the speaker.
    if (speakerId) element.current?.setSinkId?.(speakerId).catch(() => null)
  }, [speakerId])
  // biome-ignore lint/a11y/useMediaCaption: nobody has written down what is being said
  return <audio ref={element} autoPlay className="hidden" />
}
