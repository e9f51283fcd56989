import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { searchText, success } from './fields.ts'

/** The client renews a token before it expires. */
export const chatTokenSeconds = 600

/** An entry token: what the product tells a chat on another host about a person. */
export const entryTokenAudience = 'chat login'
export const entryTokenSeconds = 60

/** Shorter texts match too many people and would let a caller harvest them. */
export const shortestPeopleSearch = 3

/** A person as the chat shows them: never with an email. */
export const chatPerson = z.object({
  username: z.string(),
  name: z.string(),
  profile_image: z.nullable(z.string()),
  college: z.nullable(z.string()),
  designation: z.nullable(z.string()),
})
export type ChatPerson = z.output<typeof chatPerson>

const said = z.optional(z.string().check(z.maxLength(2000)))

export const chat = {
  /**
   * A call of the product: a chat on another host, which never sees the product's cookie, takes the entry token
   * instead.
   */
  entryToken: defineCall({
    method: 'POST',
    path: '/api/chat/entry-token',
    summary: 'An entry token, valid for a minute, for logging in to a chat on another host.',
    access: 'login',
    output: z.object({ status: success, token: z.string() }),
    errors: [],
    perMinute: 60,
  }),
  /**
   * The entry token under its former name: pages of the release before know no other, and neither do its
   * servers. Drop it with the next release.
   */
  ticket: defineCall({
    method: 'POST',
    path: '/api/chat/ticket',
    summary: 'The former name of the entry token; goes with the next release.',
    access: 'login',
    output: z.object({ status: success, ticket: z.string() }),
    errors: [],
    perMinute: 60,
  }),
  /**
   * The product’s cookie, or on another host the entry token as a bearer, says who the caller is. The query is
   * only compared with that.
   */
  login: defineCall({
    method: 'POST',
    path: '/chat/api/auth/login',
    summary: 'A token for the chat’s calls, valid for ten minutes and no longer than the login.',
    access: 'login',
    query: z.object({ email: z.string().check(z.maxLength(500)), name: said, profile_image: said }),
    output: z.object({ access_token: z.string(), token_type: z.literal('bearer'), expires_in: z.number() }),
    errors: ['identity_mismatch'],
    perMinute: 60,
  }),
  liveTicket: defineCall({
    method: 'POST',
    path: '/chat/api/live/ticket',
    summary: 'A ticket, valid once and for thirty seconds, for a socket of the namespace /chat.',
    access: 'chat',
    output: z.object({ status: success, ticket: z.string() }),
    errors: [],
    perMinute: 120,
  }),
  searchPeople: defineCall({
    method: 'GET',
    path: '/chat/api/users/search',
    summary: 'At most 20 people whose name, username or college contains all words of the query.',
    access: 'chat',
    query: z.object({
      query: searchText.check(z.minLength(shortestPeopleSearch, 'Type at least 3 characters.')),
    }),
    output: z.object({ status: success, users: z.array(chatPerson) }),
    errors: ['invalid'],
    perMinute: 60,
  }),
}
