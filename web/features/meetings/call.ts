/** The sources that a person can send. */
export const sources = ['microphone', 'camera', 'screen'] as const
export type Source = (typeof sources)[number]

export const kindOf = (source: Source) => (source === 'microphone' ? 'audio' : 'video')

/** How large a person is displayed. */
export type Size = 'large' | 'small'

export type Line = 'connecting' | 'good' | 'weak' | 'lost'

/**
 * The media of one person. A track exists before they send anything on it; their state says whether they do.
 */
export type RemoteMedia = { tracks: Partial<Record<Source, MediaStreamTrack>>; line: Line }

/** `feed`: their publisher number at the media server, if there is one. */
export type CallPeer = { id: string; feed: number | null }

/** A call's media connections, of either kind: each person is known by the id of their stay. */
export type Call = {
  /** Sends a track, or nothing, from now on, without renegotiation. */
  setTrack(source: Source, track: MediaStreamTrack | null): Promise<void>
  /** The other people in the meeting. Connections to anyone else are closed. */
  setPeers(peers: readonly CallPeer[]): void
  /** Says how large each person is shown, by their id, so that the call fetches no more than is visible. */
  setSizes(sizes: ReadonlyMap<string, Size>): void
  /** Relay servers with fresh credentials, for paths that are negotiated from now on. */
  setIceServers(servers: RTCIceServer[]): void
  /** Repeats signals that may have been lost, and looks for another path where one is broken. */
  recover(): void
  close(): void
}

export type CallEvents = { onMedia: (peerId: string, media: RemoteMedia | null) => void }
