import { createHash } from 'node:crypto'

export type Person = {
  name: string
  email: string
  /** A note beside the email in the list of people. */
  note?: string
}

/**
 * The operator of the local Ignite, who handles reports. Signs in through the local Google, which vouches for
 * the address.
 */
export const operator: Person = {
  name: 'Robin Park',
  email: 'robin.park@ignite.example',
  note: 'runs Ignite',
}

/** The tenant every local Microsoft person belongs to. */
export const localTenant = '8f5a1c66-0d0b-4b52-9d0e-5a3f0f1e7a10'

/** The people that the local providers know: a named world, and everyone typed in since the start. */
export type People = {
  known: Person[]
  /** The person with an email; a new one gets a name from it. */
  meet: (email: string, name?: string) => Person
  find: (email: string) => Person | undefined
}

/** Everyone who can sign in here: those who are known, and whoever signs in with another address. */
export function createPeople(known: Person[]): People {
  const byEmail = new Map(known.map(person => [person.email.toLowerCase(), person]))
  return {
    known,
    meet(email, name) {
      const key = email.trim().toLowerCase()
      const person = byEmail.get(key) ?? {
        email: key,
        name: name?.trim() || nameFrom(readAccount(key).address),
      }
      byEmail.set(key, person)
      return person
    },
    find: email => byEmail.get(email),
  }
}

/**
 * The account that a typed email means, and its address. `somebody:new@ignite.test` is the account
 * "somebody" with that address, so that an address can change; an account whose name begins with "unverified"
 * can have any address.
 */
export function readAccount(typed: string): { who: string; address: string; verified: boolean } {
  const [, name, address] = /^([^:@]+):(.+)$/.exec(typed) ?? []
  return { who: name ?? typed, address: address ?? typed, verified: !name?.startsWith('unverified') }
}

/** Stable across restarts, so that a returning person is the same one to the product. */
export function subjectOf(provider: string, email: string): string {
  return `local-${createHash('sha256')
    .update(`${provider}:${readAccount(email).who}`)
    .digest('hex')
    .slice(0, 24)}`
}

/** The same as an object id, which Microsoft writes as a UUID. */
export function objectIdOf(email: string): string {
  const hex = createHash('sha256')
    .update(`oid:${readAccount(email).who}`)
    .digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
}

function nameFrom(email: string): string {
  const words = email
    .split('@')[0]!
    .split(/[._+-]+/)
    .filter(Boolean)
  return words.map(word => word[0]!.toUpperCase() + word.slice(1)).join(' ') || email
}
