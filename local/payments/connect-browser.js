/**
 * In a browser, the stand-in for the provider's own connect.js: once it has run, @stripe/connect-js finds it
 * and loads nothing from outside. Its onboarding element shows a form like the real one's, which
 * /local/payments serves.
 */
{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    :host { display: block }
    form { display: grid; gap: 4px }
    p, label { margin: 0; font-size: 14px }
    .note { opacity: .75 }
    label { margin-top: 12px; font-weight: 500 }
    input, button { box-sizing: border-box; min-height: 44px; padding: 8px 12px; border: 1px solid var(--colorBorder, currentColor); border-radius: 10px; font: inherit; color: inherit; background: transparent }
    button { margin-top: 20px; border: 0; font-weight: 600; cursor: pointer; color: var(--buttonPrimaryColorText, white); background: var(--buttonPrimaryColorBackground, black) }
    button:disabled { opacity: .5; cursor: default }
    [role='alert']:not(:empty) { margin-top: 12px; font-weight: 600 }
  `)
  const form = `
    <form>
      <p class="note">A local stand-in for Stripe: nothing here is checked or leaves this machine.</p>
      <label for="first_name">First name</label><input id="first_name" name="first_name" required maxlength="100" autocomplete="off">
      <label for="last_name">Last name</label><input id="last_name" name="last_name" required maxlength="100" autocomplete="off">
      <label for="ssn_last_4">Last four digits of the social security number</label>
      <input id="ssn_last_4" name="ssn_last_4" required pattern="[0-9]{4}" inputmode="numeric" autocomplete="off" aria-describedby="ssn">
      <p class="note" id="ssn">1111 stands for somebody whose identity can’t be verified.</p>
      <label for="account_number">Bank account</label>
      <input id="account_number" name="account_number" required pattern="[0-9]{6,17}" inputmode="numeric" value="000123456789" autocomplete="off" aria-describedby="bank">
      <p class="note" id="bank">Payouts to 000111111116 and 000111111113 fail.</p>
      <p role="alert"></p>
      <button>Agree and continue</button>
    </form>`

  class Onboarding extends HTMLElement {
    #listeners = {}
    #connector
    #hasTold = false
    constructor() {
      super()
      this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [sheet]
      for (const name of listeners) {
        this[`set${name}InternalOnly`] = value => {
          this.#listeners[name] = value
          this.#tell()
        }
      }
    }
    setConnector(connector) {
      this.#connector = connector
      this.#show()
    }
    connectedCallback() {
      this.#show()
    }
    #show() {
      if (!this.#connector || !this.isConnected || this.shadowRoot.firstChild) return
      this.shadowRoot.innerHTML = form
      this.shadowRoot.querySelector('form').addEventListener('submit', event => {
        event.preventDefault()
        this.#send(event.target)
      })
      this.#connector.dress(this)
      this.#tell()
    }
    // The real form takes a moment to start, so that listeners are attached by then.
    #tell() {
      if (this.#hasTold || !this.shadowRoot.firstChild || !this.#listeners.OnLoaderStart) return
      this.#hasTold = true
      this.#listeners.OnLoaderStart({ elementTagName: 'account-onboarding' })
      this.#listeners.OnStepChange?.({ step: 'stripe_user_authentication' })
    }
    async #send(fields) {
      const button = fields.querySelector('button')
      const fault = fields.querySelector('[role=alert]')
      button.disabled = true
      fault.textContent = ''
      try {
        const secret = await this.#connector.secret()
        const answer = await fetch(`/local/payments/onboarding/${secret}`, {
          method: 'POST',
          body: new URLSearchParams(new FormData(fields)),
        })
        if (!answer.ok) throw new Error((await answer.json()).error)
        this.#listeners.OnStepChange?.({ step: 'summary' })
        this.#listeners.OnExit?.()
      } catch (error) {
        fault.textContent = error.message || 'That didn’t work. Try again.'
      } finally {
        button.disabled = false
      }
    }
  }
  const listeners = [
    'OnLoaderStart',
    'OnLoadError',
    'OnExit',
    'OnStepChange',
    'CollectionOptions',
    'FullTermsOfServiceUrl',
    'RecipientTermsOfServiceUrl',
    'PrivacyPolicyUrl',
    'SkipTermsOfServiceCollection',
  ]
  customElements.define('stripe-connect-account-onboarding', Onboarding)

  window.StripeConnect = {
    init({ fetchClientSecret, metaOptions, appearance }) {
      const secret = () => metaOptions?.eagerClientSecretPromise ?? fetchClientSecret()
      const elements = new Set()
      let look = appearance
      const paint = element => {
        for (const [name, value] of Object.entries(look?.variables ?? {})) {
          element.style.setProperty(`--${name}`, value)
        }
      }
      const dress = element => {
        elements.add(element)
        paint(element)
      }
      const update = changes => {
        look = changes.appearance ?? look
        elements.forEach(paint)
      }
      return { connect: { secret, dress }, update, async logout() {} }
    },
  }
}
