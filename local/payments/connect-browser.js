/**
 * In a browser, the stand-in for the provider's own connect.js: once it has run, @stripe/connect-js finds it
 * and loads nothing from outside. Its elements show forms like the real ones: onboarding asks for what is due,
 * and account management changes the bank account.
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
  const parts = {
    first_name: `<label for="first_name">First name</label><input id="first_name" name="first_name" required maxlength="100" autocomplete="off">`,
    last_name: `<label for="last_name">Last name</label><input id="last_name" name="last_name" required maxlength="100" autocomplete="off">`,
    ssn_last_4: `
      <label for="ssn_last_4">Last four digits of the social security number</label>
      <input id="ssn_last_4" name="ssn_last_4" required pattern="[0-9]{4}" inputmode="numeric" autocomplete="off" aria-describedby="ssn">
      <p class="note" id="ssn">1111 stands for somebody whose identity can’t be verified.</p>`,
    account_number: `
      <label for="account_number">Bank account</label>
      <input id="account_number" name="account_number" required pattern="[0-9]{6,17}" inputmode="numeric" value="000123456789" autocomplete="off" aria-describedby="bank">
      <p class="note" id="bank">Payouts to 000111111116 and 000111111113 fail.</p>`,
  }
  const formOf = (fields, button) => `
    <form>
      <p class="note">A local stand-in for Stripe: nothing here is checked or leaves this machine.</p>
      ${fields.map(name => parts[name]).join('')}
      ${fields.length === 0 ? '<p>Nothing is due.</p>' : ''}
      <p role="alert"></p>
      <button>${button}</button>
    </form>`

  class Embedded extends HTMLElement {
    #listeners = {}
    #connector
    #isShown = false
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
    async #show() {
      if (!this.#connector || !this.isConnected || this.#isShown) return
      this.#isShown = true
      this.#connector.dress(this)
      try {
        const { fields } = await this.#call()
        this.shadowRoot.innerHTML = formOf(fields, this.button)
      } catch (error) {
        this.#listeners.OnLoadError?.({ error: { message: error.message } })
        return
      }
      this.shadowRoot.querySelector('form').addEventListener('submit', event => {
        event.preventDefault()
        this.#send(event.target)
      })
      this.#tell()
    }
    // The real form takes a moment to start, so that listeners are attached by then.
    #tell() {
      if (this.#hasTold || !this.shadowRoot.firstChild || !this.#listeners.OnLoaderStart) return
      this.#hasTold = true
      this.#listeners.OnLoaderStart({ elementTagName: this.component.replace('_', '-') })
      this.#listeners.OnStepChange?.({ step: 'stripe_user_authentication' })
    }
    async #send(fields) {
      const button = fields.querySelector('button')
      const fault = fields.querySelector('[role=alert]')
      button.disabled = true
      fault.textContent = ''
      try {
        await this.#call({ method: 'POST', body: new URLSearchParams(new FormData(fields)) })
        // Only onboarding ends; what can be managed stays there.
        if (!this.#listeners.OnExit) fault.textContent = 'Saved'
        this.#listeners.OnStepChange?.({ step: 'summary' })
        this.#listeners.OnExit?.()
      } catch (error) {
        fault.textContent = error.message || 'That didn’t work. Try again.'
      } finally {
        button.disabled = false
      }
    }
    async #call(init) {
      const secret = await this.#connector.secret()
      const answer = await fetch(`/local/payments/components/${secret}/${this.component}`, init)
      const body = await answer.json()
      if (!answer.ok) throw new Error(body.error)
      return body
    }
  }
  class Onboarding extends Embedded {
    component = 'account_onboarding'
    button = 'Agree and continue'
  }
  class Management extends Embedded {
    component = 'account_management'
    button = 'Save'
  }
  const listeners = [
    'OnLoaderStart',
    'OnLoadError',
    'OnExit',
    'OnStepChange',
    'OnSectionOpen',
    'CollectionOptions',
    'FullTermsOfServiceUrl',
    'RecipientTermsOfServiceUrl',
    'PrivacyPolicyUrl',
    'SkipTermsOfServiceCollection',
  ]
  customElements.define('stripe-connect-account-onboarding', Onboarding)
  customElements.define('stripe-connect-account-management', Management)

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
