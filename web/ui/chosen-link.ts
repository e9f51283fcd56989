/**
 * For a link of a row whose links show parts of one page. The router’s own mark, which it adds, would stand on each link whose address the
 * current one only extends.
 */
export function chosenLink(chosen: boolean) {
  return { activeOptions: { exact: true }, 'aria-current': chosen ? ('page' as const) : undefined }
}
