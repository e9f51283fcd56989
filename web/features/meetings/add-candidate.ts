/**
 * Adds a candidate of the media server, once there is the description that it belongs to: Janus may send it first. One that fits
 * nothing anymore is ignored.
 */
export async function addCandidate(
  connection: RTCPeerConnection,
  candidate: RTCIceCandidateInit,
): Promise<void> {
  while (!connection.remoteDescription || connection.signalingState === 'have-local-offer')
    await new Promise(resolve => connection.addEventListener('signalingstatechange', resolve, { once: true }))
  await connection.addIceCandidate(candidate).catch(() => null)
}
