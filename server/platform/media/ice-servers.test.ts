import { spawnSync } from 'node:child_process'
import { afterAll, test as anyTest, beforeAll, expect } from 'vitest'
import { startCoturn, type TestCoturn, turnSecret } from '../../../test/harness/coturn.ts'
import { missing } from '../../../test/harness/programs.ts'
import { iceServers } from './ice-servers.ts'

const test = anyTest.skipIf(missing('turnserver').length > 0)

let coturn: TestCoturn
let strict: TestCoturn

beforeAll(async () => {
  ;[coturn, strict] = await Promise.all([startCoturn(), startCoturn({ strict: true })])
})
afterAll(() => Promise.all([coturn?.close(), strict?.close()]))

const later = () => Temporal.Now.instant().add({ minutes: 5 })

/** Relays data with coturn's own client; returns its output. */
function relay(
  { port }: TestCoturn,
  args: string[],
  user: string,
  until = later(),
  secret = turnSecret,
): string {
  const ice = { stunUrls: [], turn: { urls: ['turn:127.0.0.1'], secret } }
  const [{ username, credential } = {}] = iceServers({ ice }, user, until)
  const { stdout, stderr } = spawnSync(
    'turnutils_uclient',
    [...args, '-n', '1', '-m', '1', '-u', username!, '-w', credential!, '-p', String(port), '127.0.0.1'],
    { encoding: 'utf8', timeout: 15_000 },
  )
  return stdout + stderr
}

test('a relay admits the names we sign, until they expire, and nobody else', () => {
  expect(relay(coturn, ['-y'], 'ana')).toContain('Total lost packets 0 ')
  expect(relay(coturn, ['-y'], 'ana', Temporal.Now.instant().subtract({ seconds: 5 }))).toContain(
    'Cannot complete Allocation',
  )
  expect(relay(coturn, ['-y'], 'ana', later(), 'another secret')).toContain('Cannot complete Allocation')
})

test('a relay carries UDP alone: nobody reaches another machine’s TCP port through it', () => {
  expect(relay(strict, ['-T', '-y'], 'ana')).toContain('442 (TCP Transport is not allowed by the TURN Server')
})

test('a relay with our configuration leads only into the public internet', () => {
  const inside = [
    '0.0.0.1',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.254',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '240.0.0.1',
    '255.255.255.254',
  ]
  const open = inside.filter(
    (address, i) =>
      !relay(strict, ['-e', address, '-r', '9999'], `person-${i}`).includes('403 (Forbidden IP)'),
  )
  expect(open).toEqual([])
})
