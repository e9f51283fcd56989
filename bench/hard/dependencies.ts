import { createServer, type Server, type Socket } from 'node:net'
import type { Call } from '#shared/api/contract.ts'
import { dialogues } from '#shared/api/dialogues.ts'
import { files } from '#shared/api/files.ts'
import { follows } from '#shared/api/follows.ts'
import { logins } from '#shared/api/logins.ts'
import { payouts } from '#shared/api/payouts.ts'
import { posts } from '#shared/api/posts.ts'
import { wallets } from '#shared/api/wallets.ts'
import { freePort } from '../../local/ports.ts'
import { addSection } from '../../test/factories/catalog.ts'
import type { Person } from '../../test/harness/person.ts'
import type { Stack } from '../../test/harness/stack.ts'
import { percentile } from '../lib/measure.ts'
import { onStack } from '../lib/stack.ts'
import type { Run, Target } from '../lib/target.ts'

/** Ways in which an outside service can fail. */
const ways = {
  refuses: null,
  'says nothing': () => {},
  resets: (socket: Socket) => socket.resetAndDestroy(),
  'talks nonsense': (socket: Socket) => socket.end('\u0000\u0001 this is no protocol at all\r\n\r\n'),
  'answers 500': (socket: Socket) =>
    socket.end('HTTP/1.1 500 Oops\r\ncontent-type: text/html\r\ncontent-length: 4\r\n\r\noops'),
} as const
type Way = keyof typeof ways

/** What each service is needed for: its settings, and a call that uses it. */
const services: Record<string, { env: (at: string) => Record<string, string>; ask: Ask }> = {
  payments: {
    env: at => ({ STRIPE_API_URL: at }),
    async ask(person) {
      await person.call(wallets.create, { body: { terms: true } })
      return person.fetch(payouts.create.path, json({}))
    },
  },
  documents: {
    env: at => ({
      S3_ENDPOINT: at,
      S3_BUCKET: 'notes',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_FORCE_PATH_STYLE: 'true',
    }),
    ask: async (person, stack) => {
      const section = await addSection(stack.db)
      const { body } = await person.call(files.upload, { body: { name: 'a.pdf', type: 'application/pdf' } })
      const post = {
        post_name: 'A',
        details: 'B',
        crn: section.crn,
        course_id: section.courseId,
        doc_name: 'a.pdf',
      }
      return person.fetch(posts.create.path, json({ ...post, doc_url: body.key }))
    },
  },
  'sign-in': {
    env: at => ({ GOOGLE_DISCOVERY_URL: `${at}/openid-configuration` }),
    ask: (_, stack) => stack.visitor().fetch(logins.start.path, json({ provider: 'google' })),
  },
  mail: {
    env: at => ({ SMTP_URL: at.replace('http', 'smtp') }),
    // Jobs send mails: the caller doesn't wait. A stranger, since one person sends only so many messages a day.
    ask: (_, stack) =>
      stack.visitor().fetch(
        '/api/support',
        json({
          category: 'other',
          message: 'Is anyone there to read this?',
          name: 'Vera Visitor',
          email: 'vera@elsewhere.example',
        }),
      ),
  },
}

type Ask = (person: Person, stack: Stack) => Promise<Response>

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

export const dependencyTargets: Record<string, Target> = {
  'D-5': {
    asks: 'payments, documents, sign-in and mail each refuse, hang, reset, fail or talk nonsense: other calls ≤ 1.5 × as slow, theirs a clear answer',
    async run(run) {
      for (const [name, { env, ask }] of Object.entries(services)) {
        const port = await freePort()
        await onStack({ DATABASE_POOL_SIZE: '20', ...env(`http://127.0.0.1:${port}`) }, stack =>
          tryService(stack, name, port, ask, run),
        )
      }
    },
  },
}

async function tryService(
  stack: Stack,
  name: string,
  port: number,
  ask: Ask,
  { count, report }: Run,
): Promise<void> {
  const person = stack.visitor()
  await (await person.signIn('asks@example.edu', 'microsoft')).body?.cancel()
  // In less, the slowest hundredth is only the moment in which the ten calls begin.
  const forMs = Math.max(30_000, count(120_000))
  await measure(person, 3_000)
  const tried = []
  for (const way of Object.keys(ways) as Way[]) {
    const before = await measure(person, forMs / 4)
    const server = await openFault(port, way)
    const asked = Array.from({ length: 10 }, async () => {
      const start = performance.now()
      const response = await ask(person, stack)
      const { code = 'none' } = (await response.json().catch(() => ({}))) as { code?: string }
      return { status: response.status, code, ms: performance.now() - start }
    })
    const during = await measure(person, forMs / 2)
    const answers = await Promise.all(asked)
    await close(server)
    const after = await measure(person, forMs / 4)
    tried.push({ way, ratio: during / ((before + after) / 2), answers })
  }
  const answers = tried.flatMap(({ answers }) => answers)
  const slowest = Math.max(...answers.map(({ ms }) => ms))
  const told = new Set(answers.map(({ status, code }) => `${status} ${code}`))
  const worst = tried.reduce((one, other) => (other.ratio > one.ratio ? other : one))
  report({
    what: name,
    figures: `other calls at most ${worst.ratio.toFixed(2)} × (≤ 1.5) at p99, when it ${worst.way}; its own ${[...told].join(', ')}, at most ${(slowest / 1000).toFixed(1)} s`,
    kept: worst.ratio <= 1.5 && answers.every(({ status }) => status < 500 || status === 503),
  })
}

const unrelated: Call[] = [posts.list, follows.following, dialogues.list]

/** The p99 of calls that don't need the service, in milliseconds. */
async function measure(person: Person, forMs: number): Promise<number> {
  const times: number[] = []
  const until = performance.now() + forMs
  while (performance.now() < until || times.length < 100) {
    const start = performance.now()
    const response = await person.fetch(unrelated[times.length % unrelated.length]!.path)
    await response.body?.cancel()
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}`)
    times.push(performance.now() - start)
  }
  return percentile(times, 0.99)
}

/** A fake on the service's port; nothing at all for a refusal. */
async function openFault(port: number, way: Way): Promise<{ server: Server; open: Set<Socket> } | null> {
  const fault = ways[way]
  if (!fault) return null
  const open = new Set<Socket>()
  const server = createServer(socket => {
    open.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => fault(socket))
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return { server, open }
}

async function close(fault: Awaited<ReturnType<typeof openFault>>): Promise<void> {
  if (!fault) return
  for (const socket of fault.open) socket.destroy()
  await new Promise(resolve => fault.server.close(resolve))
}
