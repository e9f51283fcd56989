import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

/**
 * Plays the sound of the others through the chosen speaker. A browser may refuse to, as Safari does on a page
 * that uses no microphone, and then a button asks it again.
 */
export function Sounds({
  sounds,
  speakerId,
}: {
  sounds: ReadonlyMap<string, MediaStreamTrack>
  speakerId: string | null
}) {
  const all = useRef<HTMLDivElement>(null)
  const [refused, setRefused] = useState(false)
  const play = useCallback(() => {
    setRefused(false)
    for (const audio of all.current?.querySelectorAll('audio') ?? []) {
      audio.play().catch(error => error.name === 'NotAllowedError' && setRefused(true))
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new ones have to be played too
  useEffect(play, [play, sounds])
  useEffect(() => {
    const onShow = () => document.visibilityState === 'visible' && play()
    document.addEventListener('visibilitychange', onShow)
    return () => document.removeEventListener('visibilitychange', onShow)
  }, [play])
  return (
    <>
      {refused && sounds.size > 0 && (
        <div role="alert" className="flex items-center gap-3 bg-caution-wash px-4 py-2 text-14 text-caution">
          <p className="min-w-0 flex-1">Your browser is blocking the sound, so you can’t hear anyone yet.</p>
          <Button size="sm" onClick={play}>
            Play sound
          </Button>
        </div>
      )}
      <div ref={all} hidden>
        {[...sounds].map(([id, track]) => (
          // A phone pauses it during another call.
          <SoundOf key={id} track={track} speakerId={speakerId} onPause={play} />
        ))}
      </div>
    </>
  )
}

function SoundOf({
  track,
  speakerId,
  onPause,
}: {
  track: MediaStreamTrack
  speakerId: string | null
  onPause: () => void
}) {
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
  return <audio ref={element} onPause={onPause} />
}
