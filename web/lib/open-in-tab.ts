/** Opens a link in a tab that can't reach back. */
export function openInTab(href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  link.click()
}
