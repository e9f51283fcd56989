import { loadConfig } from '#server/config.ts'
import { type RunningServer, startServer } from '#server/main.ts'
import { mountIdentity } from './identity/identity.ts'
import { startMail } from './mail/mail.ts'
import { standIns } from './settings.ts'

/** Starts the server as configured, with a stand-in on the same port for each outside service no setting names. */
export async function serve(
  env: Record<string, string | undefined>,
  dataDir: string,
): Promise<RunningServer> {
  const missing = standIns(env)
  const mail = missing.mail ? await startMail({ dataDir }) : undefined
  const identity = missing.identity
    ? mountIdentity({ publicUrl: env.PUBLIC_URL ?? '', people: [] })
    : undefined
  try {
    const config = loadConfig({ ...env, ...(mail ? { SMTP_URL: mail.smtpUrl } : {}), ...identity?.env })
    const server = await startServer(config, {
      async mount(app) {
        await identity?.mount(app)
        await mail?.mount(app)
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
