import { useEffect, useEffectEvent, useState } from 'react'
import { pause } from '#web/lib/pause.ts'

const firstPauseMs = 5_000

/**
 * Whether a picture failed to load, until it can be loaded after all: that is tried after growing pauses, and once the network is back.
 * What stands in its place stays there meanwhile.
 */
export function useFailedPicture(
  address: string | null | undefined,
  load: (address: string) => Promise<void> = loadPicture,
): { failed: boolean; onError: () => void } {
  const [lost, setLost] = useState<string | null>(null)
  const failed = lost !== null && lost === address
  const tryToLoad = useEffectEvent(load)
  useEffect(() => {
    if (!failed) return
    const left = new AbortController()
    const tryAgain = async () => {
      for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
        await pause(pauseMs, left.signal)
        if (left.signal.aborted) return
        const loaded = await tryToLoad(lost).then(
          () => true,
          () => false,
        )
        if (left.signal.aborted) return
        if (loaded) return setLost(null)
      }
    }
    void tryAgain()
    return () => left.abort()
  }, [failed, lost])
  return { failed, onError: () => setLost(address ?? null) }
}

/** Loads a picture, so that the browser has it when it is shown. */
export async function loadPicture(address: string): Promise<void> {
  const picture = new Image()
  picture.referrerPolicy = 'no-referrer'
  picture.src = address
  await picture.decode()
}
