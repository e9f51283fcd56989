/** What a person can send. */
export const sources = ['microphone', 'camera', 'screen'] as const
export type Source = (typeof sources)[number]

export const kindOf = (source: Source) => (source === 'microphone' ? 'audio' : 'video')

export type Line = 'connecting' | 'good' | 'weak' | 'lost'

/** What comes from one person. A track is there before they send anything on it: whether they do, their state says. */
export type RemoteMedia = { tracks: Partial<Record<Source, MediaStreamTrack>>; line: Line }

/** `feed`: their number at the media server, where there is one. */
export type CallPeer = { id: string; feed: number | null }

/** How media goes between the people of a meeting, whichever way: each of them is known by the id of their stay. */
export type Call = {
  /** Sends a track, or nothing, from now on. Nobody is asked and nothing is negotiated for it. */
  setTrack(source: Source, track: MediaStreamTrack | null): Promise<void>
  /** Who is in the meeting besides oneself. Who isn't named any more is let go. */
  setPeers(peers: readonly CallPeer[]): void
  /** How large each person is shown, so that no more is fetched than can be seen. */
  setSizes(sizes: ReadonlyMap<string, 'large' | 'small'>): void
  /** Servers whose credentials are good for longer, for paths that are looked for from now on. */
  setIceServers(servers: RTCIceServer[]): void
  /** Mends what broke while the signalling was away. */
  recover(): void
  close(): void
}

export type CallEvents = { onMedia: (peerId: string, media: RemoteMedia | null) => void }
