import diagnostics from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createMailer } from './mailer.ts'

const { log } = Fastify({ logger: { level: 'silent' } })
const letter = { id: 'welcome-1', to: 'maya@ignite.test', subject: 'Hello', text: 'Hello' }

function mailerAt(smtpUrl: string) {
  const mail = { smtpUrl, from: 'Ignite <no-reply@ignite.test>' }
  return createMailer({ mail, publicUrl: 'https://ignite.test' }, log)
}

test('a mail server that falls silent holds up a mail for a minute, not for ten', async () => {
  const silent = createServer(socket => socket.write('220 mail.ignite.test ESMTP\r\n'))
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const { port } = silent.address() as AddressInfo
  const ours: Socket[] = []
  const keep = (message: unknown) => ours.push((message as { socket: Socket }).socket)
  diagnostics.subscribe('net.client.socket', keep)
  const asked = once(silent, 'connection').then(([theirs]) => once(theirs as Socket, 'data'))
  const sent = mailerAt(`smtp://127.0.0.1:${port}`).send(letter)
  await asked
  diagnostics.unsubscribe('net.client.socket', keep)
  const socket = ours.find(({ remotePort }) => remotePort === port)!
  expect(socket.timeout).toBe(60_000)
  // As if that time had passed.
  socket.emit('timeout')
  await expect(sent).rejects.toThrow('Timeout')
  silent.close()
})
