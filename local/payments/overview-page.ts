import type { Stripe } from 'stripe'
import { escapeHtml } from '#server/platform/escape-html.ts'
import type { Page } from '../html.ts'
import { balanceOf } from './balance.ts'
import { isClosed, isInquiry } from './disputes.ts'
import { look } from './look.ts'
import { amountText } from './money.ts'
import { isOpen } from './payouts.ts'
import { answerKinds } from './tables.ts'
import { webhookRules } from './webhook-rules.ts'
import type { World } from './world.ts'

const shown = 25

type Table = { id: string; title: string; none: string; head: string[]; rows: string[][] }

/** The history of the local payments, newest first, with its controls. */
export function overviewPage(world: World): Page {
  const { available, pending } = balanceOf(world, null, 'usd')
  return {
    title: 'Payments – local stand-in',
    css,
    body: `<main>
<header>
<p class="eyebrow">Local stand-in for Stripe</p>
<h1>Payments</h1>
<p class="lead">What Ignite was paid, gave back and paid out on this machine. None of it is real money.
The platform has ${amountText(available, 'usd')}${pending ? ` and ${amountText(pending, 'usd')} on its way` : ''}.</p>
</header>
${[payments(world), refunds(world), disputes(world), transfers(world), payouts(world), accounts(world)].map(table).join('\n')}
<section aria-labelledby="trouble">
<h2 id="trouble">Make trouble</h2>
<div class="forms">
${webhookForm(world)}
${faultForm(world)}
</div>
</section>
${table(events(world))}
</main>`,
  }
}

function payments({ store }: World): Table {
  const rows = newest(store.all('charge')).map(charge => [
    code(charge.id),
    money(charge),
    escapeHtml(charge.failure_message ?? stateOf(charge)),
    escapeHtml(charge.billing_details.email ?? ''),
    when(charge.created),
    charge.status === 'succeeded' && !charge.disputed
      ? button(`charges/${charge.id}/dispute`, 'Dispute') +
        button(`charges/${charge.id}/dispute`, 'Inquire', 'inquiry', 'true')
      : '',
  ])
  const none = 'No payment yet. Book a meeting, and pay with the card 4242 4242 4242 4242.'
  const head = ['Payment', 'Amount', 'State', 'By', 'When', 'Do']
  return { id: 'payments', title: 'Payments', none, head, rows }
}

function refunds({ store }: World): Table {
  const rows = newest(store.all('refund')).map(refund => [
    code(refund.id),
    money(refund),
    escapeHtml(refund.status ?? ''),
    code(String(refund.charge)),
    when(refund.created),
  ])
  const head = ['Refund', 'Amount', 'State', 'Of', 'When']
  return { id: 'refunds', title: 'Refunds', none: 'Nothing was given back yet.', head, rows }
}

function disputes({ store }: World): Table {
  const rows = newest(store.all('dispute')).map(dispute => {
    const path = `disputes/${dispute.id}/close`
    const end = isInquiry(dispute)
      ? button(`disputes/${dispute.id}/escalate`, 'Take the money') +
        button(path, 'Close', 'outcome', 'warning_closed')
      : button(path, 'Won', 'outcome', 'won') + button(path, 'Lost', 'outcome', 'lost')
    return [
      code(dispute.id),
      money(dispute),
      escapeHtml(dispute.status.replaceAll('_', ' ')),
      code(String(dispute.charge)),
      when(dispute.created),
      isClosed(dispute) ? '' : end,
    ]
  })
  const none =
    'Nobody disputes a payment. The card 4000 0000 0000 0259 does; with 4000 0000 0000 1976, the bank only inquires.'
  const head = ['Dispute', 'Amount', 'State', 'Of', 'When', 'Do']
  return { id: 'disputes', title: 'Disputes', none, head, rows }
}

function transfers({ store }: World): Table {
  const rows = newest(store.all('transfer')).map(transfer => [
    code(transfer.id),
    money(transfer),
    transfer.amount_reversed
      ? `${amountText(transfer.amount_reversed, transfer.currency)} taken back`
      : 'done',
    code(String(transfer.destination)),
    when(transfer.created),
  ])
  const head = ['Transfer', 'Amount', 'State', 'To', 'When']
  return { id: 'transfers', title: 'Transfers to tutors', none: 'No tutor has withdrawn yet.', head, rows }
}

function payouts({ store }: World): Table {
  const rows = newest(store.all('payout')).map(({ account, object }) => {
    const path = `payouts/${object.id}/end`
    const arrives = button(path, 'Arrives', 'outcome', 'paid')
    const fails = button(path, object.status === 'paid' ? 'Comes back' : 'Fails', 'outcome', 'failed')
    return [
      code(object.id),
      money(object),
      escapeHtml(object.failure_message ?? object.status.replaceAll('_', ' ')),
      account ? code(account) : 'The platform',
      when(object.created),
      isOpen(object) ? arrives + fails : object.status === 'paid' ? fails : '',
    ]
  })
  const none = 'Nothing went to a bank yet.'
  const head = ['Payout', 'Amount', 'State', 'From', 'When', 'Do']
  return { id: 'payouts', title: 'Payouts to banks', none, head, rows }
}

function accounts(world: World): Table {
  const rows = newest(world.store.all('account')).map(({ id, object }) => {
    const { available } = balanceOf(world, id, object.default_currency ?? 'usd')
    const set = (state: string, label: string) => button(`accounts/${id}`, label, 'state', state)
    return [
      code(id),
      escapeHtml(object.email ?? ''),
      amountText(available, object.default_currency ?? 'usd'),
      object.payouts_enabled ? 'can be paid' : object.details_submitted ? 'held up' : 'not onboarded',
      set('enabled', 'Enable') +
        set('checked', 'Check') +
        set('restricted', 'Restrict') +
        set('rejected', 'Reject') +
        set('deauthorized', 'Disconnect') +
        (available > 0 ? button(`accounts/${id}/pay-out`, 'Pay out') : ''),
    ]
  })
  const none = 'No tutor has set up payouts yet.'
  const head = ['Account', 'Email', 'Has', 'State', 'Do']
  return { id: 'accounts', title: 'Connected accounts', none, head, rows }
}

function events({ store }: World): Table {
  const rows = newest(store.all('event')).map(event => {
    const delivery = store.get('delivery', event.id)
    return [
      code(event.id),
      escapeHtml(event.type),
      escapeHtml(
        delivery ? `${delivery.state}${delivery.lastAnswer ? ` (${delivery.lastAnswer})` : ''}` : '',
      ),
      when(event.created),
      button(`events/${event.id}/deliver`, 'Deliver', 'copies', '1') +
        button(`events/${event.id}/deliver`, 'Twice', 'copies', '2'),
    ]
  })
  const head = ['Event', 'Kind', 'Webhook', 'When', 'Do']
  return { id: 'events', title: 'Events', none: 'Nothing happened yet.', head, rows }
}

function webhookForm(world: World): string {
  const { mode, delayMs, copies } = webhookRules(world)
  const option = (value: string, label: string) =>
    `<option value="${value}"${value === mode ? ' selected' : ''}>${label}</option>`
  const held = world.store.all('delivery').filter(({ state }) => state === 'held').length
  return `<div class="card">
<form method="post" action="/local/payments/control/webhooks">
<label for="mode">Events are</label>
<select id="mode" name="mode">${option('deliver', 'delivered')}${option('hold', 'held back')}${option('drop', 'never delivered')}</select>
<label for="delay_ms">after so many milliseconds</label>
<input id="delay_ms" name="delay_ms" type="number" min="0" value="${delayMs}">
<label for="copies">so many times each</label>
<input id="copies" name="copies" type="number" min="1" max="20" value="${copies}">
<button class="primary">Set</button>
</form>
<form method="post" action="/local/payments/control/webhooks/release">
<label for="order">${held} held back; release them</label>
<select id="order" name="order"><option value="oldest">in order</option><option value="newest">newest first</option><option value="shuffled">in any order</option></select>
<button class="primary">Release</button>
</form>
</div>`
}

function faultForm({ store }: World): string {
  const set = store
    .all('fault')
    .map(
      ({ kind, method, path, times }) =>
        `<li>${kind} on ${escapeHtml(`${method} ${path}`)}, ${times} more</li>`,
    )
  return `<div class="card">
<form method="post" action="/local/payments/control/faults">
<label for="kind">The next calls end with</label>
<select id="kind" name="kind">${answerKinds.map(kind => `<option value="${kind}">${kind.replaceAll('_', ' ')}</option>`).join('')}</select>
<label for="path">at the path (a * stands for anything)</label>
<input id="path" name="path" value="/v1/*">
<label for="times">so many times</label>
<input id="times" name="times" type="number" min="1" value="1">
<button class="primary">Set</button>
</form>
${set.length > 0 ? `<ul>${set.join('')}</ul><form method="post" action="/local/payments/control/faults/clear"><button class="quiet">Clear</button></form>` : ''}
</div>`
}

function table({ id, title, none, head, rows }: Table): string {
  const body =
    rows.length === 0
      ? `<p class="lead">${escapeHtml(none)}</p>`
      : `<div class="scroll" role="region" aria-labelledby="${id}" tabindex="0"><table>
<thead><tr>${head.map(cell => `<th scope="col">${cell}</th>`).join('')}</tr></thead>
<tbody>${rows.map(row => `<tr>${row.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</tbody>
</table></div>`
  return `<section><h2 id="${id}">${title}</h2>${body}</section>`
}

function newest<T>(rows: T[]): T[] {
  return rows.slice(-shown).reverse()
}

function stateOf({ amount, amount_refunded: back, currency, disputed }: Stripe.Charge): string {
  if (disputed) return 'disputed'
  if (back === amount) return 'refunded'
  return back > 0 ? `paid, ${amountText(back, currency)} given back` : 'paid'
}

function money({ amount, currency }: { amount: number; currency: string }): string {
  return amountText(amount, currency)
}

function code(id: string): string {
  return `<code title="${escapeHtml(id)}">${escapeHtml(id.length > 16 ? `${id.slice(0, 14)}…` : id)}</code>`
}

function when(seconds: number): string {
  const at = new Date(seconds * 1000)
  const text = at.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
  return `<time datetime="${at.toISOString()}">${text}</time>`
}

function button(path: string, label: string, name?: string, value?: string): string {
  const sent = name ? ` name="${name}" value="${value}"` : ''
  return `<form method="post" action="/local/payments/control/${path}"><button class="do"${sent}>${label}</button></form>`
}

const css = `${look}
main { max-width: 68rem }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 16px; background: var(--card) }
table { width: 100%; border-collapse: collapse; font-size: 14px }
th, td { padding: 10px 16px; text-align: start; white-space: nowrap; font-variant-numeric: tabular-nums }
th { font-weight: 500; color: var(--quiet) }
tbody tr { border-top: 1px solid var(--line) }
td:last-child { display: flex; gap: 8px }
code { font: 13px ui-monospace, monospace }
.do { min-height: 32px; padding: 2px 10px; border: 1px solid var(--line); border-radius: 8px; background: none }
.do:hover { background: var(--hover) }
.forms { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: 20px; align-items: start }
.forms form + form, .forms ul + form { margin-top: 24px; padding-top: 20px; border-top: 1px solid var(--line) }
`
