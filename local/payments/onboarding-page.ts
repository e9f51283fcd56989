import { escapeHtml } from '#server/platform/escape-html.ts'
import type { Page } from '../html.ts'
import { bankAccounts } from './bank-accounts.ts'
import { look } from './look.ts'
import { type Field, wrongIdentity } from './onboarding.ts'

type Given = Record<string, unknown>

/** The onboarding form for receiving payouts, with the fields that are due. */
export function onboardingPage(id: string, fields: Field[], given: Given = {}, fault?: string): Page {
  const field = (name: string, label: string, more: string) => {
    const value = escapeHtml(String(given[name] ?? ''))
    return `<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" autocomplete="off" required ${more}>`
  }
  const parts: Record<Field, string> = {
    first_name: field('first_name', 'First name', 'maxlength="100"'),
    last_name: field('last_name', 'Last name', 'maxlength="100"'),
    ssn_last_4: `${field('ssn_last_4', 'Last four digits of the social security number', 'inputmode="numeric" pattern="[0-9]{4}" aria-describedby="ssn-hint"')}
<p id="ssn-hint" class="hint">${wrongIdentity} stands for someone whose identity can’t be verified.</p>`,
    account_number: `<label for="account_number">Bank account</label>
<select id="account_number" name="account_number">
${bankAccounts.map(({ number, does }) => `<option value="${number}">${number} – ${escapeHtml(does)}</option>`).join('\n')}
</select>`,
  }
  return {
    title: 'Getting paid – local payments',
    css: look,
    body: `<main>
<header>
<p class="eyebrow">Local stand-in for Stripe</p>
<h1>Getting paid</h1>
<p class="lead">Nothing here is checked or leaves your machine: make something up.</p>
</header>
<section>
<form class="card" method="post" action="/local/payments/onboarding/${escapeHtml(id)}">
${fields.map(name => parts[name]).join('\n')}
${fields.length === 0 ? '<p class="hint">Nothing is due.</p>' : ''}
${fault ? `<p class="fault" role="alert">${escapeHtml(fault)}</p>` : ''}
<button class="primary wide">Agree and continue</button>
</form>
</section>
</main>`,
  }
}

/** Shown at the end if the form has no page to return to. */
export function onboardedPage(): Page {
  return {
    title: 'Done – local payments',
    css: look,
    body: `<main>
<p class="eyebrow">Local stand-in for Stripe</p>
<h1>Thank you</h1>
<p class="lead">That is all. You can close this page.</p>
</main>`,
  }
}
