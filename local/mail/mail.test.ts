import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMailer } from '#server/platform/mail/mailer.ts'
import { openBox } from './box.ts'
import { type LocalMail, startMail } from './mail.ts'

const now = Temporal.Now.instant
let dataDir: string
let mail: LocalMail
let app: FastifyInstance
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ignite-mail-'))
  await open()
})
afterEach(async () => {
  await close()
  await rm(dataDir, { recursive: true })
})

async function open() {
  mail = await startMail({ dataDir, now })
  app = Fastify()
  await mail.mount(app)
}

async function close() {
  await app.close()
  await mail.close()
}

const lines: string[] = []
const { log } = Fastify({ logger: { stream: { write: (line: string) => lines.push(line) } } })

const mailer = () =>
  createMailer(
    {
      mail: { smtpUrl: mail.smtpUrl, requireTls: false, from: 'Ignite <no-reply@ignite.test>' },
      publicUrl: 'https://ignite.test',
    },
    log,
  )

const messages = async (query = '') => {
  const { messages } = (await app.inject(`/local/mail/messages${query}`)).json()
  return messages as {
    id: string
    to: string
    from: string
    subject: string
    text: string
    html: string | null
  }[]
}

const letter = { id: 'welcome-1', to: 'maya@ignite.test', subject: 'Grüße', text: 'Hello\nMaya – ok?' }

describe('what Ignite sends', () => {
  test('arrives as it was written', async () => {
    await mailer().send({ ...letter, html: '<p>Hello</p>' })
    const [first] = await messages()
    expect(first).toMatchObject({
      to: letter.to,
      from: 'no-reply@ignite.test',
      subject: letter.subject,
      html: '<p>Hello</p>\n',
    })
    expect(first!.text.trim()).toBe(letter.text)
  })

  test('is listed newest first, for one person or all, and survives a restart', async () => {
    await mailer().send(letter)
    await mailer().send({ ...letter, id: 'second', to: 'noah@ignite.test', subject: 'Second' })
    await close()
    await open()
    expect((await messages()).map(({ subject }) => subject)).toEqual(['Second', 'Grüße'])
    expect((await messages('?to=MAYA@ignite.test')).map(({ subject }) => subject)).toEqual(['Grüße'])
    const page = (await app.inject('/local/mail')).body
    expect(page).toContain('Grüße')
    expect(page).toContain('noah@ignite.test')
  })

  test('can’t be sent to more people, or get extra headers, through an address or a subject', async () => {
    const [list, header, subject] = await Promise.allSettled([
      mailer().send({ ...letter, to: 'a@ignite.test, b@ignite.test' }),
      mailer().send({ ...letter, to: 'a@ignite.test\r\nBcc: b@ignite.test' }),
      mailer().send({ ...letter, subject: 'Hello\r\nBcc: b@ignite.test' }),
    ])
    for (const { status } of [list, header]) expect(status).toBe('rejected')
    expect(subject).toEqual({ status: 'fulfilled', value: 'sent' })
    expect((await messages()).map(({ to, subject }) => ({ to, subject }))).toEqual([
      { to: letter.to, subject: 'Hello Bcc: b@ignite.test' },
    ])
  })
})

describe('a mail that is refused', () => {
  test('because there is no such mailbox isn’t tried again, and the log says so without the address', async () => {
    expect(await mailer().send({ ...letter, to: 'nobody.here@ignite.test' })).toBe('no mailbox')
    const said = lines.filter(line => line.includes(letter.id))
    expect(said.map(line => (JSON.parse(line) as { refusal: string }).refusal)).toEqual(['550 5.1.1'])
    expect(said.join()).not.toContain('nobody.here')
  })

  test('because the mailbox is full isn’t tried again either, and says nothing of the address', async () => {
    expect(await mailer().send({ ...letter, to: 'full.here@ignite.test' })).toBe('full')
  })

  test('for a reason that may pass fails, and is tried again', async () => {
    await expect(mailer().send({ ...letter, to: 'forbidden.here@ignite.test' })).rejects.toThrow('forbidden')
  })
})

describe('the mailbox', () => {
  test('shows strangers’ content as text', async () => {
    await mailer().send({ ...letter, subject: '<script>1</script>', text: '<img src=x onerror=alert(1)>' })
    const [first] = await messages()
    for (const path of ['/local/mail', `/local/mail/${first!.id}`]) {
      const { body } = await app.inject(path)
      expect(body).toContain('&lt;script&gt;1&lt;/script&gt;')
      expect(body).not.toMatch(/<script|<img/)
    }
  })

  test('opens HTML where it can neither run nor load anything', async () => {
    await mailer().send({ ...letter, html: '<script>1</script><p>Hello</p>' })
    const [first] = await messages()
    const { headers } = await app.inject(`/local/mail/${first!.id}/html`)
    expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none';/)
  })

  test('says what will appear while it is empty', async () => {
    expect((await app.inject('/local/mail')).body).toContain('No mail yet.')
  })

  test('contains nothing but its messages', async () => {
    await writeFile(join(dataDir, 'secret.eml'), 'Subject: secret\r\n\r\nsecret')
    for (const id of ['nothing', '..%2Fsecret', '%2E%2E%2Fsecret']) {
      expect((await app.inject(`/local/mail/${id}`)).statusCode).toBe(404)
      expect((await app.inject(`/local/mail/${id}/html`)).body).not.toContain('secret')
    }
  })

  test('keeps the newest two hundred', async () => {
    const box = await openBox(join(dataDir, 'full'), now)
    for (let n = 0; n < 205; n++) await box.add(Buffer.from(`Subject: ${n}\r\n\r\n`))
    expect(await box.list()).toHaveLength(200)
  })
})

test('refuses to run in production', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  await expect(startMail({ dataDir, now })).rejects.toThrow('production')
  vi.unstubAllEnvs()
})
