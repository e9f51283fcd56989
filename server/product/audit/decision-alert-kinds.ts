import * as z from 'zod/mini'
import { type AlertKind, alertKind, alertKinds } from '../alerts/kind.ts'

const signed = 'The Ignite team'

const facts = z.object({
  post_id: z.nullable(z.string()),
  /** The reader's own post. */
  post_title: z.nullable(z.string()),
  reason: z.string(),
})
export type DecisionFacts = z.output<typeof facts>

const report = z.object({ of: z.enum(['post', 'person', 'message']), upheld: z.boolean() })

type Telling = Pick<AlertKind, 'icon'> & {
  link: (of: DecisionFacts) => string
  /** The mail's button for good news. Below other news, it leads to support. */
  closing?: string
  words: (title: string) => { subject: string; what: string }
}

function decisionKind({ icon, link, closing, words }: Telling) {
  return alertKind({
    group: 'account',
    icon,
    facts,
    signed,
    people: () => [],
    subject: of => of.post_id ?? '',
    link,
    words(of) {
      const { subject, what } = words(of.post_title ?? '')
      const says = [what, ...(of.reason ? [`Reason: ${of.reason}`] : [])]
      return {
        title: subject,
        about: of.post_title,
        ...(closing
          ? { says, closing }
          : {
              says: [...says, 'If you think this is a mistake, contact support.'],
              closing: 'Contact support',
              mailLink: '/faq?contact=1',
            }),
      }
    },
  })
}

const toPost = (of: DecisionFacts) => `/ignite/${of.post_id}`
const toProfile = () => '/profile'

/** Operators' decisions about a person and their posts, and the outcome of their reports. */
export const decisionKinds = alertKinds({
  post_hidden: decisionKind({
    icon: 'flag',
    link: toPost,
    words: title => ({
      subject: 'Your post was hidden',
      what: `We hid your post “${title}”. Only you can see it now.`,
    }),
  }),
  post_shown: decisionKind({
    icon: 'document',
    link: toPost,
    closing: 'See your post',
    words: title => ({
      subject: 'Your post is visible again',
      what: `Everyone can see your post “${title}” again.`,
    }),
  }),
  post_removed: decisionKind({
    icon: 'flag',
    link: toProfile,
    words: title => ({
      subject: 'Your post was removed',
      what: `We removed your post “${title}” and its document.`,
    }),
  }),
  account_suspended: decisionKind({
    icon: 'flag',
    link: toProfile,
    words: () => ({
      subject: 'Your account is suspended',
      what: 'We suspended your account. You can’t sign in, nobody can see your profile or posts, and we canceled your upcoming bookings and sessions.',
    }),
  }),
  account_reinstated: decisionKind({
    icon: 'account',
    link: toProfile,
    closing: 'Open Ignite',
    words: () => ({
      subject: 'Your account is active again',
      what: 'Your account is active again. You can sign in, and others can see your profile and posts. Canceled bookings and sessions stay canceled, so you’ll need to book or create them again.',
    }),
  }),
  report_closed: alertKind({
    group: 'account',
    icon: 'flag',
    facts: report,
    signed,
    people: () => [],
    subject: () => '',
    link: () => '/honor-code',
    words: ({ of, upheld }) => ({
      title: `We looked at the ${of} you reported`,
      about: outcome({ of, upheld }),
      says: [
        upheld
          ? `Thank you for your report. We looked at the ${of} and agree with you. ${outcome({ of, upheld })}`
          : `Thank you for your report. We looked at the ${of} and found nothing that breaks our rules.`,
      ],
      closing: 'Read our rules',
    }),
  }),
})

function outcome({ of, upheld }: z.output<typeof report>): string {
  if (of === 'person') return upheld ? 'They broke our rules.' : 'They didn’t break our rules.'
  return upheld ? 'It breaks our rules.' : 'It doesn’t break our rules.'
}
