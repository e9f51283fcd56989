import { connect, type Socket } from 'node:net'

/**
 * A plain connection to a server. The server may close it first, and data in flight then causes an error,
 * which is ignored.
 */
export function openSocket(url: string): Socket {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname).on('error', () => {})
}
