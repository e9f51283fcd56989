import type { Line } from './call.ts'

/** Received data between two looks: how much, how much was lost, and the round-trip time. */
export type Reception = { received: number; lost: number; roundTripSeconds: number }

const weakLoss = 0.05
const weakRoundTripSeconds = 0.6

/** The counters of a connection's statistics so far. */
export async function readReception(connection: RTCPeerConnection): Promise<Reception> {
  const total: Reception = { received: 0, lost: 0, roundTripSeconds: 0 }
  for (const entry of (await connection.getStats()).values()) {
    if (entry.type === 'inbound-rtp') {
      total.received += entry.packetsReceived ?? 0
      total.lost += entry.packetsLost ?? 0
    } else if (entry.type === 'candidate-pair' && entry.nominated) {
      total.roundTripSeconds = entry.currentRoundTripTime ?? 0
    }
  }
  return total
}

/** The quality of the line since the last look. */
export function lineBetween(before: Reception, now: Reception): Line {
  const lost = Math.max(0, now.lost - before.lost)
  const sent = Math.max(0, now.received - before.received) + lost
  if (sent > 0 && lost / sent > weakLoss) return 'weak'
  return now.roundTripSeconds > weakRoundTripSeconds ? 'weak' : 'good'
}
