import type { BetterAuthPlugin } from 'better-auth'
import { type OAuthIdTokenConfig, verifyProviderIdToken } from 'better-auth/oauth2'
import { microsoft } from 'better-auth/social-providers'
import { createRemoteJWKSet } from 'jose'
import type { Config } from '#server/config/config.ts'
import type { Admit } from './admit.ts'
import { tokenClaims } from './token-claims.ts'

type Settings = NonNullable<Config['identity']['microsoft']>

/**
 * Microsoft, through the sign-in library's provider, made stricter in three ways: it verifies the ID token in
 * the redirect flow too, the token must contain this sign-in's nonce, and a person is identified by tenant
 * and object id together (an object id is only promised to be unique within its tenant).
 */
export function microsoftSignIn(settings: Settings, admit: Admit): BetterAuthPlugin {
  const authority = settings.authority.replace(/\/+$/, '')
  const provider = microsoft({
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    tenantId: settings.tenantId,
    authority,
    prompt: 'select_account',
    // We read nothing from Microsoft's Graph, so we request no permission for it.
    disableDefaultScope: true,
    scope: ['openid', 'profile', 'email'],
    disableProfilePhoto: true,
  })
  const idToken: OAuthIdTokenConfig = {
    ...provider.idToken,
    // Microsoft's published keys name no algorithm, so the key set gets it from here.
    algorithms: ['RS256'],
    jwks: createRemoteJWKSet(new URL(`${authority}/${settings.tenantId}/discovery/v2.0/keys`)),
  }
  const strict = {
    ...provider,
    idToken,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }: { profile: object }) => subject(profile as Record<string, unknown>),
    async createAuthorizationURL(data: Parameters<typeof provider.createAuthorizationURL>[0] & Nonce) {
      const url = await provider.createAuthorizationURL(data)
      if (data.idTokenNonce) url.searchParams.set('nonce', data.idTokenNonce)
      return url
    },
    async getUserInfo(tokens: { idToken?: string; expectedIdTokenNonce?: string }) {
      if (!tokens.idToken || !tokens.expectedIdTokenNonce) return null
      if (
        !(await verifyProviderIdToken({ ...provider, idToken }, tokens.idToken, tokens.expectedIdTokenNonce))
      ) {
        return null
      }
      const claims = tokenClaims(tokens.idToken)
      const user = await admit({
        provider: 'microsoft',
        subject: subject(claims),
        email: claims.email,
        emailVerified: vouchesFor(claims),
        name: claims.name,
        image: undefined,
      })
      return { user: { ...user, emailVerified: vouchesFor(claims) }, data: claims }
    },
  }
  return {
    id: 'microsoft-sign-in',
    init: context => ({ context: { socialProviders: [strict, ...context.socialProviders] } }),
  }
}

/** The tenant of all personal accounts, whose addresses Microsoft has confirmed with a code. */
const personalAccounts = '9188040d-6c67-4c5b-b112-36a304b66dad'

/**
 * Whether the email claim really belongs to the person. An administrator of any tenant can put any address
 * there; Microsoft sets `xms_edov` (an optional claim of the application) only if the tenant has proved that
 * it owns the domain.
 */
function vouchesFor({ tid, xms_edov }: Record<string, unknown>): boolean {
  return tid === personalAccounts || [true, 1, '1', 'true'].includes(xms_edov as boolean)
}

type Nonce = { idTokenNonce?: string | undefined }

function subject(claims: Record<string, unknown>): string {
  const { tid, oid } = claims
  return typeof tid === 'string' && typeof oid === 'string' && tid && oid ? `${tid}:${oid}` : ''
}
