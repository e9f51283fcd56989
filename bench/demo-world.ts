import { bookings } from '#shared/api/bookings.ts'
import { profiles } from '#shared/api/profiles.ts'
import { search } from '#shared/api/search.ts'
import { onDemo } from './lib/demo.ts'
import { requestsPerSecond } from './lib/load.ts'
import { pairs } from './lib/ratio.ts'
import { bounded, type Measured, type Run } from './lib/target.ts'

export const demoTargets: Record<string, Measured> = {
  S8: {
    asks: 'Search, profile and own meetings in the demo world, 8 connections: ≥ 1,500 requests a second',
    reference: '`/health/live` of the same server',
    run: throughput,
  },
}

const paths = {
  search: `${search.posts.path}?text=notes`,
  'a profile': `${profiles.ofPerson.path}?username=grace.kim`,
  'own meetings': `${bookings.asStudent.path}?offset=0`,
}

async function throughput(run: Run): Promise<void> {
  await onDemo(async ({ url, cookie }) => {
    const rate = (path: string) => () =>
      requestsPerSecond({ url: url + path, headers: { cookie }, connections: 8 })
    for (const [what, path] of Object.entries(paths)) {
      const { a, b } = await pairs(run.count(5), rate(path), rate('/health/live'))
      bounded(run, `${what}, requests/s`, a, '≥ 1500', `nothing but an answer: ${b | 0}`)
    }
  })
}
