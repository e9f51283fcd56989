import type { ComponentType } from 'react'
import { payouts } from '#shared/api/payouts.ts'
import { call } from '#web/lib/api.ts'
import { loadConnectScript } from './connect-script.ts'

type FormEvents = {
  onLoaderStart: () => void
  onLoadError: (failure: { error: { message?: string } }) => void
  onExit: () => void
}

export type OnboardingSource = {
  publishableKey: string
  /** The address of the provider's script, if it isn't the usual one. */
  scriptUrl: string | null
  /** Whether the person changes what they gave; otherwise the form asks for what is due. */
  changes: boolean
}

export type Onboarding = {
  Form: ComponentType<FormEvents>
  /** Gives the form the page's current colors. */
  followTheme: () => void
}

/**
 * Loads the parts of the provider's form: its script, the code that embeds it, and a secret for the person's
 * account.
 */
export async function loadOnboarding({
  publishableKey,
  scriptUrl,
  changes,
}: OnboardingSource): Promise<Onboarding> {
  const [{ createOnboarding }, secret] = await Promise.all([
    import('./embedded-onboarding.tsx'),
    openSession(),
    loadConnectScript(scriptUrl),
  ])
  return createOnboarding({ publishableKey, changes, firstSecret: secret, anotherSecret: openSession })
}

async function openSession(): Promise<string> {
  return (await call(payouts.openSession, { body: {} })).client_secret
}
