import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type OutsideProgram, outsideProgram } from '../test/harness/outside-program.ts'

/** The addresses of the nodes that run each service. */
export type Nodes = { product: string[]; chat: string[]; assistant: string[] }

/** The ports at which people reach the product with the assistant, and the chat. */
export type Ports = { product: number; chat: number }

/** HAProxy in front of the nodes, with a check of each node's health twice a second. */
export async function startProxy(folder: string, ports: Ports, nodes: Nodes): Promise<OutsideProgram> {
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, settings(ports, nodes))
  return outsideProgram('haproxy', ['-db', '-f', file], { port: ports.product })
}

function settings(ports: Ports, nodes: Nodes): string {
  return `
defaults
  mode http
  option forwardfor
  option httpchk GET /health/ready
  default-server check inter 500ms fall 1 rise 1
  # A node that is down takes no connection: nothing was sent yet, so another node may have it.
  option redispatch 1
  retries 3
  retry-on conn-failure
  timeout connect 2s
  timeout client 150s
  timeout server 150s
  timeout tunnel 1h

frontend product
  bind 127.0.0.1:${ports.product}
  use_backend assistant if { path_beg /ai/ }
  default_backend product

frontend chat
  bind 127.0.0.1:${ports.chat}
  default_backend chat
${(Object.keys(nodes) as (keyof Nodes)[]).map(name => backend(name, nodes[name])).join('')}`
}

function backend(name: string, addresses: string[]): string {
  const servers = addresses.map((address, n) => `  server ${name}${n + 1} ${new URL(address).host}\n`)
  return `\nbackend ${name}\n  balance roundrobin\n${servers.join('')}`
}
