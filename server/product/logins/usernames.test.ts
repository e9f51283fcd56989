import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { normalizeEmail } from '#server/platform/http/email.ts'
import { logins } from '#shared/api/logins.ts'
import { profiles } from '#shared/api/profiles.ts'
import { signInTo } from '../../../test/harness/sign-in.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { usernameFrom } from './usernames.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.close())

describe('the username of a newcomer', () => {
  const usernameOf = async (email: string) => {
    const person = stack.visitor()
    await signInTo(person, email)
    return (await person.call(logins.read)).body.login!.username
  }
  const profileOf = async (username: string) =>
    (await stack.visitor().call(profiles.ofPerson, { query: { username } })).body.profile?.username

  test('is the mail name, with a random token if that is taken', async () => {
    expect(await usernameOf('noor.haddad@one.example')).toBe('noor.haddad')
    expect(await usernameOf('noor.haddad@two.example')).toMatch(/^noor\.haddad-[a-z2-9]{10}$/)
    expect(await usernameOf('NOOR.Haddad@three.example')).toMatch(/^noor\.haddad-[a-z2-9]{10}$/)
  })

  test('is never a word that has a meaning in an address', async () => {
    expect(await usernameOf('settings@one.example')).toMatch(/^settings-[a-z2-9]{10}$/)
    expect(await usernameOf('admin@one.example')).toMatch(/^admin-[a-z2-9]{10}$/)
  })

  test.each(['ignite-support', 'study.pal', 'deleted-abc'])(
    'is never %s, even with a token',
    async mailName => {
      expect(await usernameOf(`${mailName}@one.example`)).toMatch(/^student-[a-z2-9]{10}$/)
    },
  )

  test('is never shorter than one that people may choose, and its profile opens', async () => {
    const username = await usernameOf('jo@one.example')
    expect(username).toMatch(/^jo-[a-z2-9]{10}$/)
    expect(await profileOf(username)).toBe(username)
    await stack.db.updateTable('users').set({ username: 'jo' }).where('username', '=', username).execute()
    expect(await profileOf('jo')).toBe('jo')
  })

  test('is different for twenty people with the same mail name who sign in at the same moment', async () => {
    const emails = Array.from({ length: 20 }, (_, number) => `sam.rivera@college${number}.example`)
    const names = await Promise.all(emails.map(usernameOf))
    expect(new Set(names).size).toBe(20)
    expect(names.filter(name => name === 'sam.rivera')).toHaveLength(1)
  })

  test('stays theirs if they couldn’t be created at once', async () => {
    await sql`
      create function fail() returns trigger language plpgsql as $$ begin raise 'out of order'; end $$;
      create trigger fail before insert on users execute function fail()`.execute(stack.db)
    try {
      expect(await signInTo(stack.visitor(), 'pia.patient@one.example')).toMatch(/^\/login\?error=failed/)
    } finally {
      await sql`drop function fail cascade`.execute(stack.db)
    }
    expect(await usernameOf('pia.patient@two.example')).toMatch(/^pia\.patient-[a-z2-9]{10}$/)
    expect(await usernameOf('pia.patient@one.example')).toBe('pia.patient')
  })

  test('is created once when one person opens two sign-ins at the same moment', async () => {
    const visitors = [stack.visitor(), stack.visitor(), stack.visitor()]
    await Promise.all(visitors.map(visitor => signInTo(visitor, 'double.click@one.example')))
    const again = stack.visitor()
    expect(await signInTo(again, 'double.click@one.example')).toBe('/explore')
    const people = await stack.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'double.click@one.example')
      .execute()
    expect(people).toHaveLength(1)
  })
})

test.each([
  ['maya@ignite.test', 'maya'],
  ['Maya.O’Neil+notes@ignite.test', 'maya.oneilnotes'],
  ['josé@ignite.test', 'jose'],
  ['__x__@ignite.test', 'x'],
  ['...@ignite.test', 'student'],
  ['李@ignite.test', 'student'],
  [`${'a'.repeat(64)}@ignite.test`, 'a'.repeat(29)],
])('%j suggests %j', (email, username) => {
  expect(usernameFrom(email)).toBe(username)
})

test.each([
  ['Maya@Ignite.TEST ', 'maya@ignite.test'],
  ['ｍａｙａ＠ignite.test', 'maya@ignite.test'],
  ['o’neil@ignite.test', null],
  ["o'neil@ignite.test", "o'neil@ignite.test"],
  ['a@b', null],
  ['a b@ignite.test', null],
  ['a@b@ignite.test', null],
  ['a\u0000@ignite.test', null],
  ['a\n@ignite.test', null],
  ['<a@ignite.test>', null],
  ['а@ignite.test', null],
  [`${'a'.repeat(65)}@ignite.test`, null],
  [undefined, null],
  [['a@ignite.test'], null],
])('the email %j is stored as %j', (given, stored) => {
  expect(normalizeEmail(given)).toBe(stored)
})
