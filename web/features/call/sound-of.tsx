import { useEffect, useRef } from 'react'

/** Lets a person be heard, through the chosen speaker. */
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
    // Not every browser lets a page choose where it is heard.
    if (speakerId) element.current?.setSinkId?.(speakerId).catch(() => null)
  }, [speakerId])
  // biome-ignore lint/a11y/useMediaCaption: nobody has written down what is being said
  return <audio ref={element} autoPlay className="hidden" />
}
