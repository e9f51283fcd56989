import * as z from 'zod/mini'
import { contradictions, isPrivate, movesRealMoney } from './contradictions.ts'
import { type Environment, environment, knownServices, type Service } from './settings.ts'

/** All settings that come from outside the server. Only this file reads the environment. */
export type Config = ReturnType<typeof build>

/** The environment is invalid; `faults` lists every fault at once. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly faults: string[]
  constructor(faults: string[]) {
    super(
      `The configuration can’t be used:\n${faults.map(fault => `  - ${fault}\n`).join('')}docs/settings.md describes each setting.`,
    )
    this.faults = faults
  }
}

/** Parses the environment. Throws a ConfigError that lists every fault. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  // A shell or a compose file sets a variable empty to say "not set".
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = z.safeParse(environment, given)
  if (parsed.success) {
    const faults = contradictions(parsed.data)
    if (faults.length > 0) throw new ConfigError(faults)
    return build(parsed.data)
  }
  const wrong = new Map(
    parsed.error.issues.map(({ path, message }) => {
      const name = path.join('.')
      return [name, name in given ? `${name}: ${message}` : `${name} is not set`]
    }),
  )
  // Valid settings may still conflict. A setting that is invalid by itself is listed only once.
  const right = Object.entries(environment.shape).filter(([name]) => !wrong.has(name))
  const partly = Object.fromEntries(right.map(([name, schema]) => [name, z.parse(schema, given[name])]))
  const namesWrong = new RegExp(`\\b(${[...wrong.keys()].join('|')})\\b`)
  throw new ConfigError([
    ...wrong.values(),
    ...contradictions(partly).filter(fault => !namesWrong.test(fault)),
  ])
}

function nameOfServices(services: string[]): string {
  const all = knownServices.every(service => services.includes(service))
  return ['ignite', ...(all ? [] : services)].join('-')
}

function build(env: Environment) {
  return {
    production: env.NODE_ENV === 'production',
    host: env.HOST,
    port: env.PORT,
    /** The origin of the address people use. */
    publicUrl: new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin,
    secret: env.SECRET,
    databaseUrl: env.DATABASE_URL,
    /**
     * The role that owns and migrates the tables and grants access to the running role; if unset, the running
     * role does both.
     */
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    /** A standby, for reads that may lag a second behind. */
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    /** What servers share that may be lost; without it, that is in PostgreSQL. */
    redisUrl: env.REDIS_URL,
    logLevel: env.LOG_LEVEL,
    /** Where traces go. The exporter reads the headers, and OTEL's other variables for it, by itself. */
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
          serviceName: env.OTEL_SERVICE_NAME ?? nameOfServices(env.SERVICES),
          share: env.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    /** How many of our proxies add to X-Forwarded-For; anyone can write what comes before theirs. */
    trustedProxies: env.TRUST_PROXY,
    requestsPerMinute: env.REQUESTS_PER_MINUTE,
    metricsToken: env.METRICS_TOKEN,
    webDir: env.WEB_DIR,
    /** The services that this process runs. */
    services: env.SERVICES as Service[],
    /** The host of a chat that isn't at the product's own address. */
    chatOrigin: env.CHAT_URL && new URL(env.CHAT_URL).origin,
    identity: {
      google: env.GOOGLE_CLIENT_ID
        ? {
            discoveryUrl: env.GOOGLE_DISCOVERY_URL,
            clientId: env.GOOGLE_CLIENT_ID,
            clientSecret: env.GOOGLE_CLIENT_SECRET!,
          }
        : undefined,
      microsoft: env.MICROSOFT_CLIENT_ID
        ? {
            authority: env.MICROSOFT_AUTHORITY,
            tenantId: env.MICROSOFT_TENANT_ID,
            clientId: env.MICROSOFT_CLIENT_ID,
            clientSecret: env.MICROSOFT_CLIENT_SECRET!,
          }
        : undefined,
      github: env.GITHUB_CLIENT_ID
        ? { clientId: env.GITHUB_CLIENT_ID, clientSecret: env.GITHUB_CLIENT_SECRET! }
        : undefined,
    },
    storage: env.S3_BUCKET
      ? {
          kind: 's3' as const,
          endpoint: env.S3_ENDPOINT,
          region: env.S3_REGION,
          bucket: env.S3_BUCKET,
          accessKeyId: env.S3_ACCESS_KEY_ID!,
          secretAccessKey: env.S3_SECRET_ACCESS_KEY!,
          forcePathStyle: env.S3_FORCE_PATH_STYLE,
        }
      : { kind: 'folder' as const, folder: env.STORAGE_DIR! },
    stripe: {
      secretKey: env.STRIPE_SECRET_KEY,
      publishableKey: env.STRIPE_PUBLISHABLE_KEY,
      webhookSecrets: env.STRIPE_WEBHOOK_SECRET,
      apiUrl: env.STRIPE_API_URL,
      /** The script of the provider's embedded form, if it isn't at the usual address. */
      connectScriptUrl: env.STRIPE_CONNECT_SCRIPT_URL,
      /** Whether the keys move real money; we ignore events of the other kind. */
      live: movesRealMoney(env.STRIPE_SECRET_KEY),
    },
    money: {
      /** The platform's fee on top of a tutor's price, in hundredths of a percent. */
      feeBasisPoints: env.PLATFORM_FEE_PERCENT,
      /** How long after a meeting its earnings are on hold for a problem report. */
      waitHours: env.EARNINGS_WAIT_HOURS,
    },
    mail: {
      smtpUrl: env.SMTP_URL,
      /**
       * Whether the server must encrypt what we send. Otherwise anyone in between could strip its offer to, and read the
       * password and everyone's mail.
       */
      requireTls: !isPrivate(env.SMTP_URL),
      from: env.MAIL_FROM ?? 'Ignite <no-reply@localhost>',
    },
    /** Who may resolve reports, hide posts and suspend people: by verified email. */
    operatorEmails: env.OPERATOR_EMAILS,
    operatorSubjects: env.OPERATOR_SUBJECTS,
    /** Where messages to support go; without it they are only stored. */
    supportEmail: env.SUPPORT_EMAIL ?? env.OPERATOR_EMAILS[0],
    /** The hosts from which the server copies a newcomer's picture; it fetches no other address. */
    pictureHosts: env.PICTURE_HOSTS,
    /** The push services of browsers: notifications go to these hosts, to hosts below them, and to no other address. */
    pushHosts: env.PUSH_HOSTS,
    /**
     * How the browsers in a call find each other: servers that tell them their addresses, and relays for when
     * nothing else works.
     */
    ice: {
      stunUrls: env.STUN_URLS,
      turn: env.TURN_URLS ? { urls: env.TURN_URLS, secret: env.TURN_SECRET! } : undefined,
    },
    /** The media servers of large calls; browsers reach them at the same addresses. */
    janus: env.JANUS_URLS
      ? { urls: env.JANUS_URLS, adminKey: env.JANUS_ADMIN_KEY!, tokenSecret: env.JANUS_TOKEN_SECRET! }
      : undefined,
    conversion: {
      gotenbergUrl: env.GOTENBERG_URL,
      timeoutMs: env.CONVERSION_TIMEOUT_MS,
      concurrency: env.CONVERSION_CONCURRENCY,
    },
    /** The model that answers questions about documents; without one, the assistant quotes passages. */
    ai: {
      provider: env.AI_PROVIDER,
      baseUrl: env.AI_BASE_URL,
      apiKey: env.AI_API_KEY,
      model: env.AI_MODEL,
      /** How long the model may be silent. */
      timeoutMs: env.AI_TIMEOUT_MS,
      /** One person's tokens per day. */
      tokensPerDay: env.AI_TOKENS_PER_DAY,
    },
    /** The model that makes vectors of passages and questions; without one, words alone find passages. */
    embedding: env.AI_EMBEDDING_MODEL
      ? {
          model: env.AI_EMBEDDING_MODEL,
          baseUrl: (env.AI_EMBEDDING_BASE_URL ?? env.AI_BASE_URL)!,
          // The first host's key is never sent to another host.
          apiKey: env.AI_EMBEDDING_API_KEY ?? (env.AI_EMBEDDING_BASE_URL ? undefined : env.AI_API_KEY),
          timeoutMs: env.AI_TIMEOUT_MS,
          /** The lowest cosine at which a passage counts as relevant to a question. */
          floor: env.AI_EMBEDDING_FLOOR,
        }
      : undefined,
  }
}
