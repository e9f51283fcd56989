import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { SMTPServer } from 'smtp-server'
import { escapeHtml } from '#server/platform/escape-html.ts'
import { sendPage } from '../html.ts'
import { type Box, openBox } from './box.ts'
import { listPage, mailPage } from './page.ts'

/** What the mail server answers for an address that begins like this, instead of taking its mail. */
const refusals = {
  'nobody.': { code: 550, text: '5.1.1 There is no such mailbox' },
  'full.': { code: 552, text: '5.2.2 The mailbox is full' },
  'forbidden.': { code: 554, text: '5.7.1 Relaying is forbidden' },
}

export type LocalMail = {
  smtpUrl: string
  mount: (app: FastifyInstance) => Promise<void>
  close: () => Promise<void>
}

/**
 * A mail server for this machine only: it accepts Ignite's mail to anyone, stores it below the data folder,
 * and shows it at /local/mail (for tests: /local/mail/messages). Everybody's mail is public there, so it
 * refuses to run in production.
 */
export async function startMail({
  dataDir,
  now,
}: {
  dataDir: string
  now: () => Temporal.Instant
}): Promise<LocalMail> {
  if (process.env.NODE_ENV === 'production') {
    throw new Error('The local mailbox shows everyone’s mail to anyone: it doesn’t run in production')
  }
  const box = await openBox(join(dataDir, 'mail'), now)
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: 10 * 1024 * 1024,
    onRcptTo({ address }, _session, done) {
      const refusal = Object.entries(refusals).find(([start]) => address.startsWith(start))
      done(refusal && Object.assign(new Error(refusal[1].text), { responseCode: refusal[1].code }))
    },
    onData(stream, _session, done) {
      buffer(stream)
        .then(box.add)
        .then(() => done(), done)
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  // A client that hangs up in the middle is not our problem, but without a listener the error would end the
  // process.
  server.on('error', () => {})
  const { port } = server.server.address() as AddressInfo
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mount: async app => mountMailbox(app, box),
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

function mountMailbox(app: FastifyInstance, box: Box): void {
  const hidden = { schema: { hide: true } }

  app.get('/local/mail', hidden, async (_request, reply) => sendPage(reply, listPage(await box.list())))

  app.get<{ Querystring: { to?: string } }>('/local/mail/messages', hidden, async (request, reply) => {
    const mails = await box.list()
    const { to } = request.query
    reply.header('cache-control', 'no-store').type('application/json')
    return JSON.stringify({
      messages: to ? mails.filter(mail => mail.to.toLowerCase() === to.toLowerCase()) : mails,
    })
  })

  app.get<{ Params: { id: string } }>('/local/mail/:id', hidden, async (request, reply) => {
    const mail = await box.read(request.params.id)
    return mail ? sendPage(reply, mailPage(mail)) : sendPage(reply.code(404), gone)
  })

  app.get<{ Params: { id: string } }>('/local/mail/:id/html', hidden, async (request, reply) => {
    const mail = await box.read(request.params.id)
    // Strangers write mails: each is shown in an origin of its own, without scripts, and may load nothing.
    return reply
      .header(
        'content-security-policy',
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
      )
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(mail?.html ?? plain(mail?.text ?? ''))
  })
}

/** A mail without HTML, as a mail program shows it. */
function plain(text: string): string {
  return `<pre style="white-space: pre-wrap; overflow-wrap: anywhere">${escapeHtml(text)}</pre>`
}

const gone = {
  title: 'No such mail',
  css: 'main { max-width: 44rem; margin: 0 auto; padding: 48px 20px }',
  body: '<main><h1>No such mail</h1><p class="lead">Only the newest are kept. <a href="/local/mail">All mail</a></p></main>',
}
