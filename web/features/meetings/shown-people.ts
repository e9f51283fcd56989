import type { Peer } from '#shared/api/meeting-events.ts'
import type { Size } from './call.ts'
import type { LocalState } from './local-media.ts'
import type { MeetingState } from './meeting-state.ts'
import type { Shown } from './tile.tsx'

/** Everyone in the call as displayed: the others first, the viewer last. */
export function shownPeople({ you, peers, media, hand }: MeetingState, local: LocalState): Shown[] {
  const others = peers.map(peer => {
    const { tracks, line } = media.get(peer.peer_id) ?? { tracks: {}, line: 'connecting' as const }
    return {
      ...factsOf(peer),
      isYou: false,
      muted: !peer.state.microphone,
      hand: peer.state.hand,
      // A source that isn't sent also has a track, which shows nothing.
      camera: peer.state.camera ? (tracks.camera ?? null) : null,
      screen: peer.state.screen ? (tracks.screen ?? null) : null,
      // Media continues without the signaling, and then everything is fine.
      line,
    }
  })
  if (!you) return others
  const own: Shown = {
    ...factsOf(you),
    isYou: true,
    muted: !local.on.microphone,
    hand,
    camera: local.tracks.camera,
    screen: local.tracks.screen,
    line: 'good',
  }
  return [...others, own]
}

/** How large each person is displayed. Without a larger one they are all the same size. */
export function sizesOf(people: readonly Shown[], largeId: string | undefined): ReadonlyMap<string, Size> {
  const isLarge = (id: string) => (largeId === undefined ? people.length <= 4 : id === largeId)
  return new Map(people.map(({ id }) => [id, isLarge(id) ? 'large' : 'small']))
}

function factsOf({ peer_id, name, profile_image, is_host }: Peer) {
  return { id: peer_id, name, image: profile_image, isHost: is_host }
}
