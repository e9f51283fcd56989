import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '#server/platform/escape-html.ts'

/** A page of a stand-in: self-contained, with the product's look, and no scripts or external resources. */
export type Page = {
  title: string
  css?: string
  body: string
  /** Whether it shows another stand-in page in a frame. */
  frames?: boolean
}

/**
 * Sends a page that can run no script. `body` and `css` are inserted as they are, so the caller escapes what
 * people wrote (`escapeHtml`).
 */
export function sendPage(reply: FastifyReply, { title, css = '', body, frames = false }: Page): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(frames ? ["frame-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return reply
    .header('content-security-policy', policy.join('; '))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${look}${css}</style>
</head>
<body>
${body}
</body>
</html>`)
}

const look = `
:root {
  color-scheme: light dark;
  --paper: light-dark(oklch(97.8% .008 85), oklch(20% .008 70));
  --card: light-dark(oklch(99.5% .004 85), oklch(24% .009 70));
  --ink: light-dark(oklch(24% .015 70), oklch(93% .01 85));
  --quiet: light-dark(oklch(45% .018 70), oklch(74% .014 80));
  --line: light-dark(oklch(88% .012 80), oklch(35% .012 70));
  --field: light-dark(oklch(62% .015 75), oklch(56% .015 75));
  --accent: light-dark(oklch(42% .16 275), oklch(79% .1 275));
  --on-accent: light-dark(oklch(99% .004 85), oklch(20% .03 275));
  --hover: light-dark(oklch(95.5% .012 275), oklch(28% .02 275));
  --danger: light-dark(oklch(48% .17 27), oklch(78% .12 27));
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 Inter, ui-sans-serif, system-ui, sans-serif }
h1 { margin: 4px 0 8px; font: 500 28px/1.2 'Source Serif 4', Georgia, 'Times New Roman', serif; letter-spacing: -.01em }
h2 { margin: 0 0 12px; font-size: 14px; font-weight: 600; color: var(--quiet) }
p { margin: 0 }
a { color: var(--accent) }
button { font: inherit; color: inherit; cursor: pointer }
.eyebrow { font-size: 14px; color: var(--quiet) }
.lead { color: var(--quiet) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
`
