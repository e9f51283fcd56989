import { escapeHtml } from '#server/platform/escape-html.ts'
import type { Page } from '../html.ts'
import { cards } from './cards.ts'
import { look } from './look.ts'
import { amountText } from './money.ts'
import type { Checkout } from './tables.ts'

/** The payment page: items, amount, and card. */
export function checkoutPage({ session, items }: Checkout, fault?: string): Page {
  const currency = session.currency ?? 'usd'
  const total = amountText(session.amount_total ?? 0, currency)
  const marked = fault ? ' aria-invalid="true" aria-describedby="fault"' : ''
  const email = session.customer_email
    ? `<p class="hint">The receipt goes to ${escapeHtml(session.customer_email)}.</p>`
    : '<label for="email">Email</label><input id="email" name="email" type="email" autocomplete="email" maxlength="254">'
  const cancel = session.cancel_url
    ? `<a class="back" href="${escapeHtml(session.cancel_url)}">Cancel and go back</a>`
    : ''
  return {
    title: `Pay ${total} – local payments`,
    css,
    body: `<main>
<header>
<p class="eyebrow">Local stand-in for Stripe</p>
<h1>Pay ${total}</h1>
<p class="lead">No money moves: this page only exists on your machine.</p>
</header>
<section class="card" aria-labelledby="items">
<h2 id="items">What you pay for</h2>
<dl>
${items.map(item => line(item.description ?? 'Item', item.quantity ?? 1, amountText(item.amount_total, currency))).join('\n')}
<div class="total"><dt>Total</dt><dd>${total}</dd></div>
</dl>
</section>
<form method="post" action="/local/payments/checkout/${escapeHtml(session.id)}">
<section class="card" aria-labelledby="how">
<h2 id="how">Card</h2>
<label for="card">Card number</label>
<input id="card" name="card" class="number" inputmode="numeric" autocomplete="off" maxlength="30" placeholder="4242 4242 4242 4242"${marked}>
${fault ? `<p id="fault" class="fault" role="alert">${escapeHtml(fault)}</p>` : ''}
${email}
<button class="primary wide">Pay ${total}</button>
</section>
<section aria-labelledby="cards">
<h2 id="cards">Or pay with a test card</h2>
<ul>
${cards.map(({ number, does }) => cardButton(number, does)).join('\n')}
</ul>
</section>
</form>
${cancel}
</main>`,
  }
}

/** The second step for some cards: does the bank's customer agree? */
export function confirmPage({ session }: Checkout): Page {
  const total = amountText(session.amount_total ?? 0, session.currency ?? 'usd')
  return {
    title: 'Confirm this payment – local payments',
    css,
    body: `<main>
<header>
<p class="eyebrow">Local stand-in for the card’s bank</p>
<h1>Confirm this payment</h1>
<p class="lead">A payment of ${total} waits for your agreement.</p>
</header>
<form method="post" action="/local/payments/checkout/${escapeHtml(session.id)}/confirm">
<button class="primary" name="answer" value="agree">Complete</button>
<button class="quiet" name="answer" value="refuse">Fail</button>
</form>
</main>`,
  }
}

/** Shown when there is nothing left to pay or fill in. */
export function gonePage(checkout: Checkout | undefined): Page {
  const paid = checkout?.session.status === 'complete'
  const back = checkout?.session.cancel_url
  return {
    title: paid ? 'This is paid' : 'This page has ended',
    css,
    body: `<main>
<p class="eyebrow">Local stand-in for Stripe</p>
<h1>${paid ? 'This is paid' : 'This page has ended'}</h1>
<p class="lead">${paid ? 'There is nothing left to pay here.' : 'It was open for too long, or never existed.'}</p>
<section><a href="${escapeHtml(back ?? '/')}">Back to Ignite</a></section>
</main>`,
  }
}

function line(name: string, quantity: number, amount: string): string {
  const times = quantity > 1 ? ` × ${quantity}` : ''
  return `<div><dt>${escapeHtml(name)}${times}</dt><dd>${amount}</dd></div>`
}

function cardButton(number: string, does: string): string {
  return `<li><button class="test" name="test_card" value="${number}">
<span>${escapeHtml(does)}</span> <span class="number">${number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</span>
</button></li>`
}

const css = `${look}
dl { margin: 0 }
dl div { display: flex; justify-content: space-between; gap: 16px; padding: 8px 0 }
dt { min-width: 0; overflow-wrap: anywhere }
dd { margin: 0; font-variant-numeric: tabular-nums }
.total { margin-top: 8px; padding-top: 16px; border-top: 1px solid var(--line); font-weight: 600 }
ul { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 16px; overflow: hidden; background: var(--card) }
li + li { border-top: 1px solid var(--line) }
.test { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px; align-items: center; width: 100%; min-height: 48px; padding: 8px 16px; border: 0; background: none; text-align: start }
.test:hover { background: var(--hover) }
.test:focus-visible { outline-offset: -3px; border-radius: 14px }
.test .number { font-size: 14px; color: var(--quiet) }
@media (max-width: 30rem) { .test { display: grid } }
form .quiet { margin-inline-start: 8px }
`
