import { Refusal } from './caller.ts'

/** What the payment stand-in's pages show and do. */
export type Payments = {
  /** Pays on a Checkout's page with a working card. */
  pay(checkout: string, by: { email: string }): Promise<void>
  /** The payment of a Checkout, and how much of it was refunded to the card or taken by its bank. */
  moneyOf(checkout: string): Promise<{ paid: number; back: number }>
  /** The bank of a student who paid at a Checkout disputes it. Returns the dispute. */
  dispute(checkout: string): Promise<string>
  closeDispute(id: string, outcome: 'won' | 'lost'): Promise<void>
  /** Fills in the payout onboarding form; `secret` opens it. */
  onboard(secret: string, who: { name: string }, bank: string): Promise<void>
}

type State = {
  checkout: { id: string; session: { payment_intent: string | null } }[]
  charge: { id: string; payment_intent: string; amount: number; amount_refunded: number; status: string }[]
  dispute: { id: string; charge: string; amount: number; status: string }[]
}

/** What people do at the local payment provider, by its pages. */
export function openPayments(url: string): Payments {
  const at = `${url}/local/payments`

  async function post(path: string, form: Record<string, string>): Promise<string> {
    const answer = await fetch(path, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
    const text = await answer.text()
    if (answer.status >= 400) throw new Refusal(new URL(path).pathname, answer.status, text)
    return text
  }

  async function state(): Promise<State> {
    return (await (await fetch(`${at}/control/state`)).json()) as State
  }

  function chargeOf({ checkout, charge }: State, address: string) {
    const id = new URL(address).pathname.split('/').at(-1)
    const intent = checkout.find(one => one.id === id)?.session.payment_intent
    return charge.find(one => one.payment_intent === intent && one.status === 'succeeded')
  }

  return {
    async pay(checkout, { email }) {
      await post(checkout, { card: '4242424242424242', email })
    },
    async moneyOf(checkout) {
      const all = await state()
      const charge = chargeOf(all, checkout)
      if (!charge) return { paid: 0, back: 0 }
      const taken = all.dispute.filter(one => one.charge === charge.id && one.status !== 'won')
      const back = taken.reduce((sum, { amount }) => sum + amount, charge.amount_refunded)
      return { paid: charge.amount, back }
    },
    async dispute(checkout) {
      const charge = chargeOf(await state(), checkout)
      if (!charge) throw new Error('Nothing was paid there that a bank could take back.')
      const opened = await post(`${at}/control/charges/${charge.id}/dispute`, { reason: 'fraudulent' })
      return (JSON.parse(opened) as { id: string }).id
    },
    async closeDispute(id, outcome) {
      await post(`${at}/control/disputes/${id}/close`, { outcome })
    },
    async onboard(secret, { name }, bank) {
      const [first_name = '', last_name = ''] = name.split(/ (?=[^ ]*$)/)
      const told = {
        first_name,
        last_name: last_name || first_name,
        ssn_last_4: '0000',
        account_number: bank,
      }
      await post(`${at}/onboarding/${secret}`, told)
    },
  }
}
