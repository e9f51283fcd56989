/** What a messenger or a search engine is told of a page: its reader runs no script. */
export type PageDescription = {
  title: string
  description: string
  /** The one path of the page, without the address before it. */
  path: string
  type: 'article' | 'profile'
  /** The path of a picture. */
  image: string | null
}

/** The client's page with a head that speaks of what it shows. Everything in the description is taken for plain text. */
export function describePage(html: string, publicUrl: string, page: PageDescription): string {
  const { title, path, type, image } = page
  const description = shortened(page.description)
  const address = publicUrl + path
  const tags = [
    ['property', 'og:site_name', 'Ignite'],
    ['property', 'og:type', type],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['property', 'og:url', address],
    // The small card: a document's first page stands upright, and the large one would cut it.
    ['name', 'twitter:card', 'summary'],
    ...(image
      ? [
          ['property', 'og:image', publicUrl + image],
          ['property', 'og:image:alt', title],
        ]
      : []),
  ].map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escaped(content!)}" />`)
  const head = [...tags, `<link rel="canonical" href="${escaped(address)}" />`].join('\n    ')
  // Replacements are functions, as a text may hold "$&".
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(`${title} · Ignite`)}</title>`)
    .replace(
      /<meta\s+name="description"\s+content="[^"]*"\s*\/?>/,
      () => `<meta name="description" content="${escaped(description)}" />`,
    )
    .replace('</head>', () => `  ${head}\n  </head>`)
}

const longest = 200

/** On one line, and as long as messengers show, cut between words. */
function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const points = [...line]
  if (points.length <= longest) return line
  const cut = points.slice(0, longest - 1).join('')
  return `${cut.replace(/\s+\S{0,30}$/, '')}…`
}

function escaped(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replaceAll(/[&<>"']/g, sign => entities[sign]!)
}
