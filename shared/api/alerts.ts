import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { cursor, moment, nextCursor, success, uuid } from './fields.ts'

export const alertPageSize = 30

/** The count stops here: "99+". */
export const unreadCounted = 100

/** So many browsers of one person show notifications; of more, the newest. */
export const pushedDevices = 10

export const alertChannels = ['in_app', 'mail'] as const
export type AlertChannel = (typeof alertChannels)[number]

type Group = {
  name: string
  hint: string
  /** How Ignite notifies people who chose nothing. */
  in_app: boolean
  mail: boolean
  /** What nobody can switch off: money, canceled meetings, and decisions about the person. */
  fixed: boolean
}

/** The groups of alerts that people choose from, in their order. */
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
    hint: 'Decisions about you, your posts and your reports',
    in_app: true,
    mail: true,
    fixed: true,
  },
  requests: {
    name: 'Requests',
    hint: 'Students who want to book you',
    in_app: true,
    mail: true,
    fixed: false,
  },
  enrolments: {
    name: 'People in your sessions',
    hint: 'People who enroll, accept your invitation or pay for a place',
    in_app: true,
    mail: true,
    fixed: false,
  },
  invitations: {
    name: 'Invitations',
    hint: 'Sessions people invite you to',
    in_app: true,
    mail: true,
    fixed: false,
  },
  reminders: {
    name: 'Reminders a day before',
    hint: '24 hours before a meeting starts',
    in_app: true,
    mail: true,
    fixed: false,
  },
  last_reminders: {
    name: 'Last-minute reminders',
    hint: '10 minutes before a meeting starts',
    in_app: true,
    mail: false,
    fixed: false,
  },
  messages: {
    name: 'Messages',
    hint: 'Messages you get while you’re away',
    in_app: true,
    mail: true,
    fixed: false,
  },
  follows: {
    name: 'Followers',
    hint: 'People who start following you',
    in_app: true,
    mail: false,
    fixed: false,
  },
  study: {
    name: 'Study materials',
    hint: 'Documents Study Pal AI is ready to answer questions about',
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

/** The text of an alert, with times in the reader's zone. */
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
  /** A path on our site. */
  link: z.string(),
  /** Who caused it, if a person did. */
  person: z.nullable(
    z.object({ id: uuid, name: z.string(), username: z.string(), profile_image: z.nullable(z.string()) }),
  ),
  /** How many more people did the same since; this alert stands for all of them. */
  others: z.number(),
  /**
   * The phrase for several people shown as one, such as "follow you"; null if each alert is shown on its own.
   */
  together: z.nullable(z.string()),
  /** What alerts of one kind must have in common to be grouped. */
  subject: z.string(),
})
export type Alert = z.output<typeof alert>

/** Marks what the reader had been shown by this answer; alerts written later aren't included. */
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

/** Where a browser's push service takes messages for it. */
const endpoint = z.string().check(z.maxLength(1000), z.regex(/^https?:\/\/[!-~]+$/))
/** The keys that messages to a browser are encrypted with (RFC 8291): a point of P-256 and 16 bytes, in base64url. */
const p256dh = z.string().check(z.regex(/^[\w-]{87}=?$/))
const auth = z.string().check(z.regex(/^[\w-]{22}(==)?$/))

export const alerts = {
  list: defineCall({
    method: 'GET',
    path: '/api/alerts',
    summary: 'Your alerts, the latest first; optionally only unread ones.',
    access: 'login',
    query: z.object({
      unread: z.optional(z.literal('true')),
      /** The zone for times if the profile names none. */
      timezone: z.optional(z.string().check(z.maxLength(60))),
      cursor,
    }),
    output: z.object({ status: success, data: z.array(alert), next_cursor: nextCursor, seen: z.string() }),
    errors: ['invalid'],
  }),
  unread: defineCall({
    method: 'GET',
    path: '/api/alerts/unread',
    summary: 'How many unread alerts you have.',
    access: 'login',
    output: counted,
    errors: [],
  }),
  mark: defineCall({
    method: 'POST',
    path: '/api/alerts/read',
    summary: 'Mark some of your alerts as read or unread.',
    access: 'login',
    body: z.object({ ids: z.array(uuid).check(z.minLength(1), z.maxLength(200)), read: z.boolean() }),
    output: counted,
    errors: ['not_found', 'invalid'],
    perMinute: 240,
  }),
  markAll: defineCall({
    method: 'POST',
    path: '/api/alerts/read-all',
    summary: 'Mark as read all alerts that you had been shown; later ones stay unread.',
    access: 'login',
    body: z.object({ seen }),
    output: z.object({ ...counted.shape, marked: z.number(), read_at: z.iso.datetime() }),
    errors: ['invalid'],
    perMinute: 60,
  }),
  unmarkAll: defineCall({
    method: 'POST',
    path: '/api/alerts/read-all/undo',
    summary: 'Undo marking all: the alerts marked at that moment are unread again.',
    access: 'login',
    body: z.object({ read_at: moment }),
    output: counted,
    errors: ['invalid'],
    perMinute: 60,
  }),
  preferences: defineCall({
    method: 'GET',
    path: '/api/alerts/preferences',
    summary: 'Which alerts you get, and how.',
    access: 'login',
    output: z.object({ status: success, data: z.array(preference) }),
    errors: [],
  }),
  prefer: defineCall({
    method: 'PUT',
    path: '/api/alerts/preferences',
    summary: 'Choose whether you are notified about a group in one way; fixed groups can’t be changed.',
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
  pushKey: defineCall({
    method: 'GET',
    path: '/api/alerts/push-key',
    summary:
      'The key with which Ignite signs notifications, for a browser that subscribes to them (RFC 8292).',
    access: 'login',
    output: z.object({ status: success, key: z.string() }),
    errors: [],
  }),
  addDevice: defineCall({
    method: 'POST',
    path: '/api/alerts/devices',
    summary: 'Send this browser your alerts, for as long as you are signed in to it.',
    access: 'login',
    body: z.object({ endpoint, p256dh, auth }),
    output: z.object({ status: success }),
    errors: ['invalid'],
    perMinute: 20,
  }),
  renewDevice: defineCall({
    method: 'POST',
    path: '/api/alerts/devices/renew',
    summary:
      'Go on sending to a browser of yours in which you have signed in again, or that replaced its subscription ' +
      'while you were: then with the new keys. Answers the key of `pushKey`.',
    access: 'login',
    body: z.object({ endpoint, p256dh: z.optional(p256dh), auth: z.optional(auth) }),
    output: z.object({ status: success, key: z.string() }),
    errors: ['not_found', 'invalid'],
    perMinute: 60,
  }),
  removeDevice: defineCall({
    method: 'POST',
    path: '/api/alerts/devices/remove',
    summary: 'Send a browser of yours no more alerts.',
    access: 'login',
    body: z.object({ endpoint }),
    output: z.object({ status: success }),
    errors: ['not_found', 'invalid'],
    perMinute: 60,
  }),
  subscription: defineCall({
    method: 'GET',
    path: '/api/alerts/subscription',
    summary: 'Which emails an unsubscribe link ends, and whether they still come.',
    access: 'visitor',
    query: token,
    output: subscription,
    errors: ['not_found'],
    perMinute: 60,
  }),
  unsubscribe: defineCall({
    method: 'POST',
    // The page at this address asks first; mail programs post to it.
    path: '/unsubscribe',
    summary: 'End the emails of one group, with the link in such a mail and without a login (RFC 8058).',
    access: 'visitor',
    query: token,
    output: subscription,
    errors: ['not_found'],
    consumes: '*/*',
    perMinute: 60,
  }),
}
