import { escapeHtml } from '#server/platform/escape-html.ts'
import type { Page } from '../html.ts'
import type { Mail } from './box.ts'

/** The mailbox: recipients and subjects. */
export function listPage(mails: Mail[]): Page {
  return {
    title: 'Local mailbox',
    css,
    body: `<main>
<header>
<p class="eyebrow">Local stand-in for everyone’s mailbox</p>
<h1>Mail</h1>
<p class="lead">What Ignite sends is kept on this machine and goes nowhere else.</p>
</header>
${mails.length > 0 ? `<ul class="emails">${mails.map(row).join('\n')}</ul>` : empty}
</main>`,
  }
}

/** One message as text, and beside it as HTML, in a frame that can neither run nor load anything. */
export function mailPage(mail: Mail): Page {
  const page = `/local/mail/${mail.id}/html`
  const asHtml = mail.html
    ? `<section><h2>As HTML, <a href="${page}">by itself</a></h2>
<iframe sandbox src="${page}" title="The mail as HTML"></iframe></section>`
    : ''
  return {
    title: `${mail.subject} – local mailbox`,
    css,
    frames: true,
    body: `<main${mail.html ? ' class="both"' : ''}>
<header>
<p class="eyebrow"><a href="/local/mail">All mail</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
<p class="lead">To ${escapeHtml(mail.to)} from ${escapeHtml(mail.from)}, ${when(mail)}</p>
</header>
<section><h2>As text</h2>
<article><pre>${escapeHtml(mail.text || 'This mail has no text.')}</pre></article></section>
${asHtml}
</main>`,
  }
}

const empty = `<div class="empty">
<p>No mail yet.</p>
<p class="lead">A welcome arrives here when someone signs in for the first time.</p>
</div>`

function row(mail: Mail): string {
  const start = mail.text.replaceAll(/\s+/g, ' ').trim().slice(0, 140)
  return `<li><a href="/local/mail/${mail.id}">
<span class="top"><span class="to">${escapeHtml(mail.to)}</span> ${when(mail)}</span>
<span class="subject">${escapeHtml(mail.subject)}</span>
<span class="start">${escapeHtml(start)}</span>
</a></li>`
}

function when({ received }: Mail): string {
  const shown = new Date(received).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
  return `<time datetime="${received}">${shown}</time>`
}

const css = `
main { max-width: 44rem; margin: 0 auto; padding: 48px 20px 64px }
.emails { list-style: none; margin: 32px 0 0; padding: 0; border: 1px solid var(--line); border-radius: 16px; overflow: hidden; background: var(--card) }
.emails li + li { border-top: 1px solid var(--line) }
.emails a { display: grid; gap: 2px; padding: 12px 16px; color: inherit; text-decoration: none }
.emails a:hover { background: var(--hover) }
.emails a:focus-visible { outline-offset: -3px; border-radius: 14px }
.top { display: flex; justify-content: space-between; gap: 16px; font-size: 14px; color: var(--quiet) }
.to, .subject, .start { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
time { flex: none; font-variant-numeric: tabular-nums }
.subject { font-weight: 600 }
.start { font-size: 14px; color: var(--quiet) }
.empty { margin-top: 32px; padding: 48px 20px; border: 1px dashed var(--line); border-radius: 16px; text-align: center }
main.both { max-width: 88rem; display: grid; gap: 32px; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)) }
main.both header { grid-column: 1 / -1 }
section { min-width: 0 }
main:not(.both) section { margin-top: 32px }
iframe { width: 100%; height: 80vh; border: 1px solid var(--line); border-radius: 16px; background: #fff }
article { padding: 20px; border: 1px solid var(--line); border-radius: 16px; background: var(--card) }
pre { margin: 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }
h1, .lead { overflow-wrap: anywhere }
`
