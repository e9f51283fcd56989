import { useState } from 'react'
import type { MeetingState } from './meeting-state.ts'

/** The sound tracks of the other people, by id; the same map as long as nothing in it changes. */
export function useSounds({
  peers,
  media,
}: Pick<MeetingState, 'peers' | 'media'>): ReadonlyMap<string, MediaStreamTrack> {
  const sounds = new Map<string, MediaStreamTrack>()
  for (const { peer_id } of peers) {
    const track = media.get(peer_id)?.tracks.microphone
    if (track) sounds.set(peer_id, track)
  }
  const [kept, setKept] = useState<ReadonlyMap<string, MediaStreamTrack>>(sounds)
  if (isSame(kept, sounds)) return kept
  setKept(sounds)
  return sounds
}

function isSame(
  one: ReadonlyMap<string, MediaStreamTrack>,
  other: ReadonlyMap<string, MediaStreamTrack>,
): boolean {
  return one.size === other.size && [...one].every(([id, track]) => other.get(id) === track)
}
