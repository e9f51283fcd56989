/** What the server answers itself, or a file: everywhere else is a page of the client. */
const notPages = /^\/(api|chat|ai|storage|local|health|metrics|assets)(\/|$)/

/** Whether the client's one page stands at a path, unless a file does. */
export function isPagePath(path: string): boolean {
  return !notPages.test(path)
}
