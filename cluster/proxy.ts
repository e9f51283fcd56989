import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type OutsideProgram, outsideProgram } from '../test/harness/outside-program.ts'
import { checker } from './databases.ts'

/** The addresses of the nodes that run each service. */
export type Nodes = { product: string[]; chat: string[]; assistant: string[] }

/** The ports at which people reach the product with the assistant, and the chat. */
export type Ports = { product: number; chat: number }

/** What people see while no node answers. */
const awayPage = join(import.meta.dirname, '../deploy/away.html')

/** How often HAProxy looks how each of them is. */
const checkMs = 500

/** HAProxy in front of the nodes, with a check of each node's health twice a second. `certificate` is a file with its key. */
export async function startProxy(
  folder: string,
  ports: Ports,
  certificate: string,
  nodes: Nodes,
): Promise<OutsideProgram> {
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, settings(ports, certificate, nodes))
  return outsideProgram('haproxy', ['-db', '-f', file], { port: ports.product })
}

/** HAProxy in front of databases: connections lead to the one that takes writes. */
export async function startDatabaseProxy(
  folder: string,
  port: number,
  addresses: string[],
): Promise<OutsideProgram> {
  const file = join(folder, 'haproxy-databases.cfg')
  await writeFile(file, databaseSettings(port, addresses))
  const proxy = await outsideProgram('haproxy', ['-db', '-f', file], { port })
  // HAProxy takes each for one that takes writes, until it has asked twice.
  await wait(3 * checkMs)
  return proxy
}

function settings(ports: Ports, certificate: string, nodes: Nodes): string {
  const tls = `ssl crt ${certificate} alpn h2,http/1.1`
  return `
defaults
  mode http
  option forwardfor
  option httpchk GET /health/ready
  default-server check inter ${checkMs}ms fall 2 rise 1
  # A busy node answers late, and is still better than none.
  timeout check 5s
  http-error status 503 content-type text/html file ${awayPage} hdr Retry-After 5 hdr Cache-Control no-store
  # A node that is down takes no connection: nothing was sent yet, so another node may have it. A node that dies
  # answers nothing: what only reads may be sent again.
  option redispatch 1
  retries 3
  retry-on conn-failure empty-response
  timeout connect 2s
  timeout client 150s
  timeout server 150s
  timeout tunnel 1h

frontend product
  http-request disable-l7-retry if !METH_GET
  bind 127.0.0.1:${ports.product} ${tls}
  use_backend assistant if { path_beg /ai/ }
  use_backend assets if { path_beg /assets/ }
  default_backend product

frontend chat
  http-request disable-l7-retry if !METH_GET
  bind 127.0.0.1:${ports.chat} ${tls}
  default_backend chat
${(Object.keys(nodes) as (keyof Nodes)[]).map(name => backend(name, nodes[name])).join('')}
# While nodes of two versions run, each has only the files of its own pages.
${backend('assets', nodes.product)}
  retry-on conn-failure empty-response 404
`
}

function backend(name: string, addresses: string[]): string {
  const server = (name: string, address: string) => `  server ${name} ${new URL(address).host}`
  const checked = addresses.map((address, n) => `${server(`${name}${n + 1}`, address)}\n`)
  // Where none of several is healthy, they may only be too busy to say so: one that takes a connection is better than none. A single
  // one is likely being replaced, and nobody gains by waiting for it here.
  const several = addresses.length > 1 ? addresses : []
  const unchecked = several.map((address, n) => `${server(`unchecked${n + 1}`, address)} no-check backup\n`)
  return `\nbackend ${name}\n  balance roundrobin\n  option allbackups\n${[...checked, ...unchecked].join('')}`
}

/** Asks each database in PostgreSQL's own protocol whether it follows another one. */
function databaseSettings(port: number, addresses: string[]): string {
  const servers = addresses.map((address, n) => `  server database${n + 1} ${new URL(address).host}\n`)
  const startup = packet('', `\0\x03\0\0user\0${checker}\0database\0postgres\0\0`)
  const question = packet('Q', 'select pg_is_in_recovery()\0')
  // A row with one column of one letter.
  const no = packet('D', '\0\x01\0\0\0\x01f')
  return `
defaults
  mode tcp
  timeout connect 2s
  timeout check 2s
  # Listening connections may be silent for long.
  timeout client 1h
  timeout server 1h

listen databases
  bind 127.0.0.1:${port}
  option tcp-check
  tcp-check connect
  tcp-check send-binary ${startup}
  tcp-check expect binary ${packet('Z', 'I')}
  # With the goodbye, the connection ends after any answer, and the check doesn't wait for another one.
  tcp-check send-binary ${question}${packet('X', '')}
  tcp-check expect binary ${no}
  default-server check inter ${checkMs}ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('')}`
}

/** A message of PostgreSQL's protocol in hexadecimal: its kind, its length, and what it says. */
function packet(kind: string, said: string): string {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + said.length)
  return Buffer.concat([Buffer.from(kind), length, Buffer.from(said, 'latin1')]).toString('hex')
}
