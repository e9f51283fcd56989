import diagnostics from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import Fastify from 'fastify'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { createMailer } from './mailer.ts'

const { log } = Fastify({ logger: { level: 'silent' } })
const letter = { id: 'welcome-1', to: 'maya@ignite.test', subject: 'Hello', text: 'Hello' }

function mailerAt(smtpUrl: string, requireTls = false) {
  const mail = { smtpUrl, requireTls, from: 'Ignite <no-reply@ignite.test>' }
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

test.each([
  ['that doesn’t offer to encrypt gets neither the password nor a mail', ['STARTTLS'], false],
  ['that offers to encrypt gets both', [], true],
] as const)('a mail server on the internet %s', async (_what, disabledCommands, isSent) => {
  const heard: string[] = []
  const server = new SMTPServer({
    disabledCommands: [...disabledCommands],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    // Otherwise it warns of its own certificate, which is published.
    logger: false,
    onAuth({ password }, _session, done) {
      heard.push(password!)
      done(null, { user: 'ignite' })
    },
    onData(stream, _session, done) {
      heard.push('a mail')
      stream.resume().on('end', done)
    },
  })
  server.on('error', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.server.address() as AddressInfo
  const url = `smtp://ignite:word@127.0.0.1:${port}?tls.rejectUnauthorized=false`
  const sent = await mailerAt(url, true)
    .send(letter)
    .catch(() => 'refused')
  expect([sent, heard]).toEqual([isSent ? 'sent' : 'refused', isSent ? ['word', 'a mail'] : []])
  await new Promise<void>(resolve => server.close(() => resolve()))
})
