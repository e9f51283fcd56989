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
  /** Where the provider's script is, where that isn't the usual place. */
  scriptUrl: string | null
}

export type Onboarding = {
  Form: ComponentType<FormEvents>
  /** Gives the form the colours of the page as they are now. */
  followTheme: () => void
}

/** Fetches what the provider's form consists of: its script, the code that places it, and a secret for one's own account. */
export async function loadOnboarding({ publishableKey, scriptUrl }: OnboardingSource): Promise<Onboarding> {
  const [{ createOnboarding }, secret] = await Promise.all([
    import('./embedded-onboarding.tsx'),
    openSession(),
    loadConnectScript(scriptUrl),
  ])
  return createOnboarding(publishableKey, secret, openSession)
}

async function openSession(): Promise<string> {
  return (await call(payouts.openSession, { body: {} })).client_secret
}
