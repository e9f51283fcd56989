import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { AccountClaims, Configuration, Provider as OpenIdProvider } from 'oidc-provider'
import { distort } from './faults.ts'
import { interactionPolicy, Provider } from './library.ts'
import type { Shape } from './page.ts'
import { localTenant, objectIdOf, type People, type Person, readAccount, subjectOf } from './people.ts'
import { memoryAdapter } from './store.ts'

type Settings = {
  shape: Shape
  issuer: string
  clientId: string
  clientSecret: string
  redirectUris: string[]
  people: People
}

/** The paths of each provider's endpoints, below its own mount. */
const routes = {
  google: {
    authorization: '/o/oauth2/v2/auth',
    token: '/token',
    jwks: '/oauth2/v3/certs',
    userinfo: '/v1/userinfo',
  },
  microsoft: {
    authorization: '/oauth2/v2.0/authorize',
    token: '/oauth2/v2.0/token',
    jwks: '/discovery/v2.0/keys',
    userinfo: '/oidc/userinfo',
  },
}

type Key = { privateKey: KeyObject; kid: string }
const keys = new Map<Shape, Key>()

/**
 * One key per provider type and process: the tests start hundreds of providers, and each new key takes a
 * tenth of a second.
 */
function keyOf(shape: Shape): Key {
  const known = keys.get(shape)
  if (known) return known
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const made = { privateKey, kid: randomBytes(8).toString('hex') }
  keys.set(shape, made)
  return made
}

/** The providers share a host, so each has a cookie of its own. */
export const sessionCookie = (shape: Shape) => `local_${shape}_session`

/**
 * An OpenID provider with the endpoints, claims and issuer of Google or Microsoft, and its own key for this
 * run.
 */
export function createProvider(settings: Settings): OpenIdProvider {
  const { shape, people } = settings
  const { privateKey, kid } = keyOf(shape)
  const configuration: Configuration = {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        redirect_uris: settings.redirectUris,
        // The library asks for it because the addresses have several hosts; all of ours are this machine.
        sector_identifier_uri: 'https://ignite.invalid/callbacks.json',
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    // Like Microsoft's, the published keys name no algorithm.
    jwks: {
      keys: [{ ...privateKey.export({ format: 'jwk' }), kid, use: 'sig' }],
    },
    cookies: {
      keys: [randomBytes(32).toString('hex')],
      names: {
        session: sessionCookie(shape),
        interaction: `local_${shape}_interaction`,
        resume: `local_${shape}_resume`,
      },
    },
    claims: claimNames[shape],
    // Both real providers put a person's claims into the ID token.
    conformIdTokenClaims: false,
    findAccount: (_ctx, email) => ({
      accountId: email,
      claims: () => claimsOf[shape](people.meet(email)),
    }),
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: {
      policy: alwaysAsk(),
      url: (_ctx, { uid }) => `${new URL(settings.issuer).pathname}/pick/${uid}`,
    },
    loadExistingGrant: grantWhatIsAsked,
    pkce: { required: () => true },
    routes: routes[shape],
    scopes: ['openid', 'profile', 'email'],
    subjectTypes: ['pairwise'],
    sectorIdentifierUriValidate: () => false,
    pairwiseIdentifier: (_ctx, email) => subjectOf(shape, email),
    ttl: {
      Interaction: 3600,
      Session: 3600,
      Grant: 3600,
      AccessToken: 3600,
      IdToken: 3600,
      AuthorizationCode: 60,
    },
  }
  const provider = new Provider(settings.issuer, configuration)
  provider.proxy = true
  distortTokens(provider, privateKey)
  return provider
}

const claimNames = {
  google: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
  microsoft: {
    openid: ['sub', 'oid', 'tid'],
    profile: ['name', 'preferred_username'],
    email: ['email', 'xms_edov'],
  },
}

const claimsOf: Record<Shape, (person: Person) => AccountClaims> = {
  google: ({ name, email: sub }) => {
    const { address: email, verified: email_verified } = readAccount(sub)
    return { sub, name, email, email_verified }
  },
  microsoft: ({ name, email: sub }) => {
    const { address: email, verified: xms_edov } = readAccount(sub)
    return { sub, oid: objectIdOf(sub), tid: localTenant, name, email, xms_edov, preferred_username: email }
  },
}

// Ignores who signed in here last.
function alwaysAsk() {
  const policy = interactionPolicy.base()
  const { Check, Prompt } = interactionPolicy
  policy
    .get('login')!
    .checks.add(
      new Check('always_ask', 'say who you are', 'login_required', ctx =>
        ctx.oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    )
  policy.add(new Prompt({ name: 'select_account', requestable: true }))
  return policy
}

// No consent page: it has nothing to tell a newcomer.
const grantWhatIsAsked: Configuration['loadExistingGrant'] = async ctx => {
  const { client, session, provider, params } = ctx.oidc
  const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! })
  grant.addOIDCScope(String(params!.scope))
  await grant.save()
  return grant
}

function distortTokens(provider: OpenIdProvider, key: KeyObject): void {
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.oidc?.route === 'token' && typeof ctx.body === 'object')
      distort(ctx.body as Record<string, unknown>, key)
  })
}
