/** A mail as the local mailbox lists it. */
export type Mail = { to: string; subject: string; received: Temporal.Instant }

/** Everything in the mailbox, the newest first. */
export async function mailbox(url: string): Promise<Mail[]> {
  const page = await (await fetch(`${url}/local/mail`)).text()
  const row =
    /<span class="to">([^<]*)<\/span> <time datetime="([^"]*)">[^<]*<\/time><\/span>\s*<span class="subject">([^<]*)</g
  return [...page.matchAll(row)].map(([, to = '', received = '', subject = '']) => ({
    to,
    subject: plain(subject),
    received: Temporal.Instant.from(received),
  }))
}

function plain(html: string): string {
  const marks: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return html.replaceAll(/&(#?\w+);/g, (whole, mark) => marks[mark] ?? whole)
}
