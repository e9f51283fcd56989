import { writeFileSync } from 'node:fs'
import { startCollector } from '../../test/harness/collector.ts'
import { readContract } from '../../test/rules/contract.ts'
import { worldOn } from '../../test/rules/people.ts'
import { requests } from '../../test/rules/permission-requests.ts'
import { tap } from '../../test/rules/tap.ts'
import { onStack } from '../lib/stack.ts'

/**
 * Run by V-2 in its own process: everybody makes every call on a product that logs all it can to standard
 * output, and traces everything. Its secret and private values go to the first file named on the command line,
 * its traces to the second.
 */
const canaries = new Set<string>()
const secretNames = /^(access_token|ticket|token|url|client_secret|signature|invite|link)$/

const collector = await startCollector()

await onStack({ LOG_LEVEL: 'trace', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, async stack => {
  const world = await worldOn(stack)
  const calls = await readContract()
  for (const asker of ['owner', 'other', 'operator', 'visitor', 'joinee'] as const) {
    const person = world[asker]
    for (const [name, ask] of Object.entries(requests)) {
      // Everything happens within one hour, in which one person uploads the requested files.
      await stack.db.deleteFrom('upload_charges').execute()
      const heard = await tap(person, calls.get(name)!, () => ask.there(person, world))
      for (const { init, text } of heard) {
        keepTexts(init.body)
        keepSecrets(text)
      }
    }
    for (const [name, value] of person.cookies) if (name.startsWith('ignite.')) canaries.add(value)
  }
  for (const { email } of await stack.db.selectFrom('users').select('email').execute()) canaries.add(email)
  for (const { token } of await stack.db.selectFrom('logins').select('token').execute()) canaries.add(token)
})
await collector.close()
writeFileSync(process.argv[3]!, collector.received())
writeFileSync(process.argv[2]!, JSON.stringify([...canaries].filter(one => one.length >= 12)))

/** A sentence that somebody wrote. */
function keepTexts(body: unknown): void {
  if (typeof body !== 'string' || !body.startsWith('{')) return
  JSON.parse(body, (_, value) => {
    if (typeof value === 'string' && / .* /.test(value)) canaries.add(value)
    return value
  })
}

/** Credentials. */
function keepSecrets(text: string): void {
  if (!text.startsWith('{')) return
  JSON.parse(text, (key, value) => {
    if (typeof value !== 'string' || !secretNames.test(key)) return value
    const signature = URL.parse(value)?.searchParams.get('signature')
    if (signature) canaries.add(signature)
    // The id in a path opens nothing by itself.
    if (!value.startsWith('/') && !URL.canParse(value)) canaries.add(value)
    return value
  })
}
