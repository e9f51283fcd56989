export type Connection = {
  /** Whether others can be reached without a relay, as far as we can tell from here. */
  direct: 'yes' | 'no' | 'unknown'
  /** Whether a relay answers. */
  relay: 'yes' | 'no' | 'none'
}

const gatherWithinMs = 8000
/**
 * The browser's error for a server that didn't answer (www.w3.org/TR/webrtc/#rtcpeerconnectioniceerrorevent).
 */
const unreachable = 701

/** Finds out how media can leave this network, from the addresses that the servers see. */
export async function checkConnection(iceServers: RTCIceServer[]): Promise<Connection> {
  const connection = new RTCPeerConnection({ iceServers })
  const candidates: RTCIceCandidate[] = []
  const silent = new Set<string>()
  connection.onicecandidateerror = ({ errorCode, url }) => {
    if (errorCode === unreachable) silent.add(url)
  }
  try {
    await new Promise<void>(resolve => {
      connection.onicecandidate = ({ candidate }) => {
        if (candidate) candidates.push(candidate)
        else resolve()
      }
      setTimeout(resolve, gatherWithinMs)
      connection.createDataChannel('check')
      void connection.setLocalDescription()
    })
    return readCandidates(candidates, iceServers, silent)
  } finally {
    connection.close()
  }
}

/**
 * What the addresses that were found say about the connection; `silent` are the servers that didn't answer,
 * by URL.
 */
export function readCandidates(
  candidates: readonly Pick<RTCIceCandidate, 'type'>[],
  iceServers: RTCIceServer[],
  silent: ReadonlySet<string>,
): Connection {
  const found = (type: RTCIceCandidateType) => candidates.some(one => one.type === type)
  const servers = (scheme: RegExp) => iceServers.flatMap(({ urls }) => urls).filter(url => scheme.test(url))
  const stuns = servers(/^stuns?:/)
  // A machine that has its public address itself learns nothing from a server, and needs no relay.
  const blocked = stuns.length > 0 && stuns.every(url => silent.has(url))
  return {
    direct: found('srflx') ? 'yes' : blocked ? 'no' : 'unknown',
    relay: found('relay') ? 'yes' : servers(/^turns?:/).length > 0 ? 'no' : 'none',
  }
}

/** The finding in words, and whether all is well. */
export function connectionText({ direct, relay }: Connection): { text: string; good: boolean } {
  if (direct !== 'no') return { text: 'Your connection is ready.', good: true }
  if (relay === 'yes') return { text: 'Your connection is ready (through a relay).', good: true }
  return {
    text: 'Your network may block calls. If you can’t see or hear anyone, try another network.',
    good: false,
  }
}
