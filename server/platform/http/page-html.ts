import { escapeHtml } from '../escape-html.ts'
import type { DrawnPage } from './page-drawer.ts'

/** What a messenger or a search engine gets about a page: it runs no script. */
export type PageDescription = {
  title: string
  description: string
  /** The canonical path of the page, without the host. */
  path: string
  type: 'article' | 'profile' | 'website'
  /** The path of a picture; without one, messengers show Ignite's own. */
  image: string | null
  /** What the page is about, as search engines read it (schema.org, JSON-LD); null if they shouldn't list the page. */
  data: object | null
}

/** The answers of calls, by address: JSON, and pictures as `data:` URLs. */
export type PageAnswers = { json: Record<string, string>; pictures: Record<string, string> }

/** A picture that a page shows until its scripts have loaded: the first of `pages` pages. `aspect` is height over width. */
export type PagePicture = { address: string; data: string; alt: string; aspect: number; pages: number }

/** What the server adds to the client's page. */
type Parts = {
  /** The files of the scripts that the page needs. */
  scripts: readonly string[]
  /** Null if search engines shouldn't list the page, undefined if it has none. */
  description: PageDescription | null | undefined
  /** The answers of calls (JSON, by address); null if none come with the page. */
  answers: Record<string, string> | null
  /** At most one of the two is there. */
  picture: PagePicture | null
  drawing: DrawnPage | null
}

/** The client's page as it is sent. */
export function composePage(
  page: string,
  publicUrl: string,
  { scripts, description, answers, picture, drawing }: Parts,
): string {
  let html = preloadScripts(page, scripts)
  if (description) html = describePage(html, publicUrl, description)
  if (description === null) html = forbidIndexing(html)
  // Before the rest makes the page fifty times as long.
  if (picture || drawing) html = deferScripts(html)
  if (picture) html = embedPicture(html, picture)
  if (answers) html = embedAnswers(html, answers)
  if (drawing) html = embedDrawing(html, drawing)
  return html
}

const unlisted = '<meta name="robots" content="noindex" />'

/** The page as search engines shouldn't list it. */
function forbidIndexing(html: string): string {
  return html.replace('</head>', () => `  ${unlisted}\n  </head>`)
}

/** The client's page with a head that describes what it shows. The description is treated as plain text. */
function describePage(html: string, publicUrl: string, page: PageDescription): string {
  const { title, path, type, image, data } = page
  const description = shortened(page.description)
  const address = publicUrl + path
  const tags = [
    ['property', 'og:site_name', 'Ignite'],
    ['property', 'og:type', type],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['property', 'og:url', address],
    // The small card: a document's first page is upright, and the large card would crop it.
    ['name', 'twitter:card', 'summary'],
    ['property', 'og:image', publicUrl + (image ?? '/icons/icon-512.png')],
    ['property', 'og:image:alt', image ? title : 'Ignite'],
  ].map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escapeHtml(content!)}" />`)
  const forSearch = data
    ? `<script type="application/ld+json">${asData(JSON.stringify(data))}</script>`
    : unlisted
  const head = [...tags, `<link rel="canonical" href="${escapeHtml(address)}" />`, forSearch].join('\n    ')
  // Replacements are functions, since a text may contain "$&".
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(`${title} · Ignite`)}</title>`)
    .replace(
      /<meta\s+name="description"\s+content="[^"]*"\s*\/?>/,
      () => `<meta name="description" content="${escapeHtml(description)}" />`,
    )
    .replace('</head>', () => `  ${head}\n  </head>`)
}

/** The page with the scripts it needs, so that the browser fetches them while it parses the first one. */
function preloadScripts(html: string, files: readonly string[]): string {
  const links = files
    .filter(file => !html.includes(`"${file}"`))
    .map(file => `  <link rel="modulepreload" crossorigin href="${file}" />\n  `)
  return html.replace('</head>', () => `${links.join('')}</head>`)
}

/** JSON in a script element of a type that a browser doesn't run: no text in it can close the element. */
function asData(json: string): string {
  return json.replaceAll('<', '\\u003c')
}

/** The page with the answers of calls in it (JSON, by address), as data that web/lib/page-answers.ts reads. */
function embedAnswers(html: string, answers: Record<string, string>): string {
  const entries = Object.entries(answers).map(([url, json]) => `${JSON.stringify(url)}:${json}`)
  const data = asData(`{${entries.join(',')}}`)
  return html.replace(
    '<div id="root">',
    () => `<script type="application/json" id="page-answers">${data}</script>\n    <div id="root">`,
  )
}

/**
 * The page with its drawing, in which all texts are escaped. People can read it, but it is inert until the app replaces it, because
 * clicks and typed text would be lost.
 */
function embedDrawing(html: string, { html: drawn, title }: DrawnPage): string {
  const shown = html.replace(
    '<div id="root"></div>',
    () => `<div id="root"><div inert style="display: contents">${drawn}</div></div>`,
  )
  // A description has already set the title.
  return title
    ? shown.replace('<title>Ignite</title>', () => `<title>${escapeHtml(`${title} · Ignite`)}</title>`)
    : shown
}

/** The page with a picture where its scripts will show it (web/styles/first-page.css). */
function embedPicture(html: string, { address, data, alt, aspect, pages }: PagePicture): string {
  const picture = `<img alt="${escapeHtml(alt)}" data-address="${escapeHtml(address)}" src="${data}" />`
  const style = `--aspect: ${aspect}; --pages: ${pages}; --widest: var(--widest-${aspect < 1 ? 'slide' : 'upright'})`
  const column = `<div class="first-page" data-theme="dark" style="${style}"><div><div>${picture}</div></div></div>`
  return html.replace('<div id="root"></div>', () => `<div id="root">${column}</div>`)
}

/**
 * The page with its scripts in a template, from which web/paint-first.js takes them once the page has been painted: before
 * that, they would share the network with the styles and fonts that people see the page with.
 */
function deferScripts(html: string): string {
  const scripts: string[] = []
  const rest = html.replace(
    /<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?/g,
    tag => {
      scripts.push(tag)
      return ''
    },
  )
  const template = `<template id="scripts">${scripts.join('')}</template>`
  return rest.replace('</body>', () => `  ${template}\n  </body>`)
}

const longest = 200

/** On one line, cut between words to the length that messengers show. */
function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const points = [...line]
  if (points.length <= longest) return line
  const cut = points.slice(0, longest - 1).join('')
  return `${cut.replace(/\s+\S{0,30}$/, '')}…`
}
