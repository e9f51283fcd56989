import { loadConnectAndInitialize } from '@stripe/connect-js/pure'
import {
  ConnectAccountManagement,
  ConnectAccountOnboarding,
  ConnectComponentsProvider,
} from '@stripe/react-connect-js'
import { formAppearance } from './form-appearance.ts'
import type { Onboarding } from './load-onboarding.ts'

type Source = {
  publishableKey: string
  changes: boolean
  firstSecret: string
  anotherSecret: () => Promise<string>
}

/** The provider's form for an account. Only loaded with the dialog. */
export function createOnboarding({
  publishableKey,
  changes,
  firstSecret,
  anotherSecret,
}: Source): Onboarding {
  let secret: string | null = firstSecret
  const instance = loadConnectAndInitialize({
    publishableKey,
    fetchClientSecret: async () => {
      const fresh = secret ?? (await anotherSecret())
      // Each secret works once.
      secret = null
      return fresh
    },
    appearance: formAppearance(),
    locale: 'en-US',
  })
  return {
    Form: events => (
      <ConnectComponentsProvider connectInstance={instance}>
        {changes ? (
          <ConnectAccountManagement onLoaderStart={events.onLoaderStart} onLoadError={events.onLoadError} />
        ) : (
          <ConnectAccountOnboarding {...events} />
        )}
      </ConnectComponentsProvider>
    ),
    followTheme: () => instance.update({ appearance: formAppearance() }),
  }
}
