/** Where other apps send what people share with this one (web/public/manifest.webmanifest), and the page that takes it. */
export const sharePath = '/share'
export const sharedPage = '/explore?create=upload'

/** What the server answers itself, or a file: everywhere else is a page of the client. */
const notPages = /^\/(api|chat|ai|storage|local|health|metrics|assets)(\/|$)/

/** Whether the client's one page stands at a path, unless a file does. */
export function isPagePath(path: string): boolean {
  return !notPages.test(path)
}
