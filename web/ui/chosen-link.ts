/**
 * The properties of a link in a row whose links show parts of one page. Without them, the router marks as current each link whose address
 * the current one begins with.
 */
export function chosenLink(chosen: boolean) {
  return { activeOptions: { exact: true }, 'aria-current': chosen ? ('page' as const) : undefined }
}
