import { escapeHtml } from '../escape-html.ts'

/** The content of a mail, as plain text and as HTML in our one layout. */
export type Letter = {
  /** The heading, if it isn't the first line. */
  title: string
  /** The line that a mail program shows beside the subject. */
  preheader: string
  greeting: string
  paragraphs: readonly string[]
  /** The button, and where it leads. */
  closing: string
  url: string
  signed: string
  /** Small print: why it came, and how to stop it. */
  footer?: { text: string; link?: { label: string; url: string } }
}

/** Renders a letter as text and as HTML. Every text in it may come from anyone, and is escaped. */
export function writeLetter(letter: Letter): { text: string; html: string } {
  return { text: asText(letter), html: asHtml(letter) }
}

function asText({ greeting, paragraphs, closing, url, signed, footer }: Letter): string {
  const letter = [greeting, ...paragraphs, `${closing}: ${url}`, signed].join('\n\n')
  if (!footer) return `${letter}\n`
  const link = footer.link ? `\n${footer.link.label}: ${footer.link.url}` : ''
  return `${letter}\n\n--\n${footer.text}${link}\n`
}

/** It loads nothing, and reads well even if a mail program drops the styles. */
function asHtml({ title, preheader, greeting, paragraphs, closing, url, signed, footer }: Letter): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${lines(text)}</p>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: #1b1815 !important; color: #ece8e1 !important }
  .sheet { background: #26221e !important; border-color: #3b3630 !important }
  .quiet, .quiet a { color: #b3aca2 !important }
  .go { background: #aeb2f2 !important; color: #1b1a2e !important }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#faf8f4;color:#2a2520">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(preheader)}</div>
<div class="page" style="padding:32px 16px;background:#faf8f4;color:#2a2520;font:16px/1.55 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div class="sheet" style="max-width:560px;margin:0 auto;padding:32px;border:1px solid #e4dfd6;border-radius:16px;background:#ffffff;overflow-wrap:anywhere">
<p class="quiet" style="margin:0 0 24px;font:500 18px/1.2 Georgia,'Times New Roman',serif;color:#6b6359">Ignite</p>
<h1 style="margin:0 0 16px;font:500 24px/1.25 Georgia,'Times New Roman',serif">${escapeHtml(title)}</h1>
${[greeting, ...paragraphs].map(paragraph).join('\n')}
<p style="margin:24px 0"><a class="go" href="${escapeHtml(url)}" style="display:inline-block;padding:10px 20px;border-radius:10px;background:#3d3a9e;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(closing)}</a></p>
<p style="margin:0">${escapeHtml(signed)}</p>
</div>
${footer ? small(footer) : ''}
</div>
</body>
</html>
`
}

function small({ text, link }: NonNullable<Letter['footer']>): string {
  const more = link
    ? `<br><a href="${escapeHtml(link.url)}" style="color:#6b6359">${escapeHtml(link.label)}</a>`
    : ''
  return `<p class="quiet" style="max-width:560px;margin:16px auto 0;padding:0 32px;font-size:13px;color:#6b6359">${escapeHtml(text)}${more}</p>`
}

function lines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>')
}
