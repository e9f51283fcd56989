import { globSync } from 'node:fs'
import { resolve } from 'node:path'

/** Every route of the client, as the router names it: `/_signed-in/ignite/$postId`. */
export function routeNames(): string[] {
  return globSync('**/*.tsx', { cwd: resolve(import.meta.dirname, '../../web/routes') })
    .filter(file => !file.startsWith('__') && !/(^|\/)-/.test(file))
    .map(file => `/${file.replace(/\.tsx$/, '').replaceAll('.', '/')}`.replace(/\/index$/, '/'))
    .sort()
}
