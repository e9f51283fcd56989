import { connect, type Socket } from 'node:net'

/** A plain connection to a server. That may be the first to end it, and what is on its way then comes back as an error: it is nobody's. */
export function openSocket(url: string): Socket {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname).on('error', () => {})
}
