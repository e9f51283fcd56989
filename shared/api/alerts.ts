import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { cursor, nextCursor, success, uuid } from './fields.ts'

export const alertPageSize = 30

/** More than these aren't counted: "99+". */
export const unreadCounted = 100

export const alertChannels = ['in_app', 'mail'] as const
export type AlertChannel = (typeof alertChannels)[number]

type Group = {
  name: string
  hint: string
  /** How people are told who chose nothing. */
  in_app: boolean
  mail: boolean
  /** What nobody can switch off: money, what doesn't take place, and what was decided about oneself. */
  fixed: boolean
}

/** The groups of alerts, as a person chooses among them, in their order. */
export const alertGroups = {
  meetings: {
    name: 'Your meetings',
    hint: 'Answers to your requests, changes and cancellations',
    in_app: true,
    mail: true,
    fixed: true,
  },
  money: {
    name: 'Money',
    hint: 'Payments, earnings, refunds, disputes and payouts',
    in_app: true,
    mail: true,
    fixed: true,
  },
  account: {
    name: 'Your account',
    hint: 'What was decided about you, your posts and your reports',
    in_app: true,
    mail: true,
    fixed: true,
  },
  requests: {
    name: 'Requests',
    hint: 'Students who ask for your time',
    in_app: true,
    mail: true,
    fixed: false,
  },
  enrolments: {
    name: 'People in your sessions',
    hint: 'Who enrols, accepts your invitation or pays for a place',
    in_app: true,
    mail: true,
    fixed: false,
  },
  invitations: {
    name: 'Invitations',
    hint: 'Sessions that you are invited to',
    in_app: true,
    mail: true,
    fixed: false,
  },
  reminders: {
    name: 'Reminders a day ahead',
    hint: '24 hours before a meeting begins',
    in_app: true,
    mail: true,
    fixed: false,
  },
  last_reminders: {
    name: 'Reminders at the last moment',
    hint: '10 minutes before a meeting begins',
    in_app: true,
    mail: false,
    fixed: false,
  },
  messages: {
    name: 'Messages',
    hint: 'What people write to you while you are away',
    in_app: true,
    mail: true,
    fixed: false,
  },
  follows: {
    name: 'Followers',
    hint: 'Who begins to follow you',
    in_app: true,
    mail: false,
    fixed: false,
  },
  study: {
    name: 'Study materials',
    hint: 'Documents that Study Pal AI has read',
    in_app: true,
    mail: false,
    fixed: false,
  },
} as const satisfies Record<string, Group>
export type AlertGroup = keyof typeof alertGroups

const groupNames = Object.keys(alertGroups) as [AlertGroup]

export const alertIcons = [
  'account',
  'calendar',
  'cancelled',
  'clock',
  'document',
  'flag',
  'invitation',
  'message',
  'money',
  'person',
  'question',
] as const

/** What a person is told, in words for their zone. */
const alert = z.object({
  id: uuid,
  kind: z.string(),
  icon: z.enum(alertIcons),
  group: z.enum(groupNames),
  date: z.iso.datetime(),
  read: z.boolean(),
  title: z.string(),
  /** What it is about. */
  about: z.nullable(z.string()),
  /** A path of ours. */
  link: z.string(),
  /** Whose doing it is, where it is a person's. */
  person: z.nullable(
    z.object({ id: uuid, name: z.string(), username: z.string(), profile_image: z.nullable(z.string()) }),
  ),
  /** How many more people did the same since, after which this one stands for them. */
  others: z.number(),
  /** What several people did who are shown as one, such as "follow you"; null where each is shown for itself. */
  together: z.nullable(z.string()),
  /** What alerts of one kind must have in common to be shown as one. */
  subject: z.string(),
})
export type Alert = z.output<typeof alert>

/** What the reader had been shown when this was answered; what was written since isn't in it. */
const seen = z.string().check(z.maxLength(20_000), z.regex(/^\d+:\d+:[\d,]*$/))

const preference = z.object({ group: z.enum(groupNames), in_app: z.boolean(), mail: z.boolean() })
export type AlertPreference = z.output<typeof preference>

const counted = z.object({
  status: success,
  /** At most `unreadCounted`. */
  unread: z.number(),
})

const subscription = z.object({ status: success, group: z.enum(groupNames), mail: z.boolean() })
const token = z.object({ token: z.string().check(z.maxLength(300)) })

export const alerts = {
  list: defineCall({
    method: 'GET',
    path: '/api/alerts',
    summary: 'What one was told, the latest first; only what is unread, if asked for.',
    access: 'login',
    query: z.object({
      unread: z.optional(z.literal('true')),
      /** The zone that times are shown in, where one’s profile names none. */
      timezone: z.optional(z.string().check(z.maxLength(60))),
      cursor,
    }),
    output: z.object({ status: success, data: z.array(alert), next_cursor: nextCursor, seen: z.string() }),
    errors: ['invalid'],
  }),
  unread: defineCall({
    method: 'GET',
    path: '/api/alerts/unread',
    summary: 'How many alerts one hasn’t read.',
    access: 'login',
    output: counted,
    errors: [],
  }),
  mark: defineCall({
    method: 'POST',
    path: '/api/alerts/read',
    summary: 'Mark some of one’s alerts as read, or as unread again.',
    access: 'login',
    body: z.object({ ids: z.array(uuid).check(z.minLength(1), z.maxLength(200)), read: z.boolean() }),
    output: counted,
    errors: ['not_found', 'invalid'],
    perMinute: 240,
  }),
  markAll: defineCall({
    method: 'POST',
    path: '/api/alerts/read-all',
    summary: 'Mark all of one’s alerts as read that one had been shown; what came since stays unread.',
    access: 'login',
    body: z.object({ seen }),
    output: z.object({ ...counted.shape, marked: z.number(), read_at: z.iso.datetime() }),
    errors: ['invalid'],
    perMinute: 60,
  }),
  unmarkAll: defineCall({
    method: 'POST',
    path: '/api/alerts/read-all/undo',
    summary: 'Take back a marking of all: what was marked at that moment is unread again.',
    access: 'login',
    body: z.object({ read_at: z.iso.datetime() }),
    output: counted,
    errors: ['invalid'],
    perMinute: 60,
  }),
  preferences: defineCall({
    method: 'GET',
    path: '/api/alerts/preferences',
    summary: 'Of what one wants to be told, and how.',
    access: 'login',
    output: z.object({ status: success, data: z.array(preference) }),
    errors: [],
  }),
  prefer: defineCall({
    method: 'PUT',
    path: '/api/alerts/preferences',
    summary: 'Choose whether one is told of a group of things in one way; what is fixed can’t be chosen.',
    access: 'login',
    body: z.object({
      group: z.enum(groupNames),
      channel: z.enum(alertChannels),
      wanted: z.boolean(),
    }),
    output: z.object({ status: success, data: z.array(preference) }),
    errors: ['invalid'],
    perMinute: 120,
  }),
  subscription: defineCall({
    method: 'GET',
    path: '/api/alerts/subscription',
    summary: 'Which mails the link at the end of a mail ends, and whether they still come.',
    access: 'visitor',
    query: token,
    output: subscription,
    errors: ['not_found'],
    perMinute: 60,
  }),
  unsubscribe: defineCall({
    method: 'POST',
    // The page of this address asks first, and mailboxes post to it.
    path: '/unsubscribe',
    summary: 'End the mails of one group, by the link of such a mail and without a login (RFC 8058).',
    access: 'visitor',
    query: token,
    output: subscription,
    errors: ['not_found'],
    consumes: '*/*',
    perMinute: 60,
  }),
}
