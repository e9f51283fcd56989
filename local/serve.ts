import type { FastifyInstance } from 'fastify'
import { loadConfig } from '#server/config/config.ts'
import { type RunningServer, startServer } from '#server/main.ts'
import { toMicrosecond } from '#server/platform/db/instants.ts'
import { payments as calls } from '#shared/api/payments.ts'
import { mountIdentity } from './identity/identity.ts'
import { operator } from './identity/people.ts'
import { startMail } from './mail/mail.ts'
import { localWebhookSecret, mountPayments } from './payments/payments.ts'
import { people } from './seed/people.ts'
import { standIns } from './settings.ts'

/**
 * Starts the configured server, with a stand-in on the same port for each outside service that no setting
 * names. All of them use the clock `now`.
 */
export async function serve(
  env: Record<string, string | undefined>,
  dataDir: string,
  now = () => toMicrosecond(Temporal.Now.instant()),
): Promise<RunningServer> {
  const missing = standIns(env)
  const mail = missing.mail ? await startMail({ dataDir, now }) : undefined
  const identity = missing.identity
    ? mountIdentity({ publicUrl: env.PUBLIC_URL ?? '', people: [...people, operator] })
    : undefined
  const payments = missing.payments
    ? mountPayments({
        publicUrl: env.PUBLIC_URL ?? '',
        webhookUrl: `${env.PUBLIC_URL}${calls.webhook.path}`,
        webhookSecret: localWebhookSecret,
        dataDir,
        now,
      })
    : undefined
  try {
    const config = loadConfig({
      ...(identity ? { OPERATOR_EMAILS: operator.email } : {}),
      ...env,
      ...(mail ? { SMTP_URL: mail.smtpUrl } : {}),
      ...identity?.env,
      ...payments?.env,
    })
    const server = await startServer(config, {
      now,
      async mount(app) {
        oneAddress(app, config.publicUrl)
        await identity?.mount(app)
        await mail?.mount(app)
        await payments?.mount(app)
      },
    })
    return {
      ...server,
      async close() {
        await server.close()
        await mail?.close()
      },
    }
  } catch (error) {
    await mail?.close()
    throw error
  }
}

/**
 * Redirects a browser that used another name of this machine (127.0.0.1 for localhost) to the one address:
 * links to files and the content security policy only know that one.
 */
function oneAddress(app: FastifyInstance, publicUrl: string): void {
  const { host } = new URL(publicUrl)
  app.addHook('onRequest', async (request, reply) => {
    const navigates = request.method === 'GET' && request.headers['sec-fetch-mode'] === 'navigate'
    const signingIn = request.url.startsWith('/api/')
    if (navigates && !signingIn && request.host !== host) return reply.redirect(publicUrl + request.url, 307)
  })
}
