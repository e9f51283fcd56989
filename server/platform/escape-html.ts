const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as HTML, also for attributes in quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, sign => entities[sign]!)
}
