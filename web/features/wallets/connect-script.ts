const usualUrl = 'https://connect-js.stripe.com/v1.0/connect.js'

declare global {
  interface Window {
    StripeConnect?: { init?: unknown }
  }
}

/**
 * Loads the provider's script. Its own loader would do that too, but it remembers a failure until the page is
 * reloaded, and rejects promises that nobody can catch; it uses an existing script.
 */
export function loadConnectScript(url: string | null): Promise<void> {
  if (isThere()) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url ?? usualUrl
    script.onload = () => (isThere() ? resolve() : fail())
    script.onerror = fail
    function fail() {
      script.remove()
      reject(new Error('The script of the form could not be loaded.'))
    }
    document.head.append(script)
  })
}

function isThere(): boolean {
  return typeof window.StripeConnect?.init === 'function'
}
