import * as z from 'zod/mini'
import { type AlertKind, alertKind, alertKinds } from '../alerts/kind.ts'

const signed = 'The people who run Ignite'

const facts = z.object({
  post_id: z.nullable(z.string()),
  /** The reader's own post's. */
  post_title: z.nullable(z.string()),
  reason: z.string(),
})
export type DecisionFacts = z.output<typeof facts>

type Telling = Pick<AlertKind, 'icon'> & {
  link: (of: DecisionFacts) => string
  words: (title: string) => { subject: string; what: string }
}

function decisionKind({ icon, link, words }: Telling) {
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
      return {
        title: subject,
        about: of.post_title,
        says: [what, ...(of.reason ? [`The reason: ${of.reason}`] : [])],
        closing: 'If you think that is wrong, write to us',
        mailLink: '/faq?contact=1',
      }
    },
  })
}

const toPost = (of: DecisionFacts) => `/ignite/${of.post_id}`
const toProfile = () => '/profile'

/** What operators decided about a person and their posts, and what came of what somebody reported. */
export const decisionKinds = alertKinds({
  post_hidden: decisionKind({
    icon: 'flag',
    link: toPost,
    words: title => ({
      subject: 'Your post was hidden',
      what: `we have hidden your post “${title}”. Only you can see it now.`,
    }),
  }),
  post_shown: decisionKind({
    icon: 'document',
    link: toPost,
    words: title => ({
      subject: 'Your post is shown again',
      what: `your post “${title}” is shown to everyone again.`,
    }),
  }),
  post_removed: decisionKind({
    icon: 'flag',
    link: toProfile,
    words: title => ({
      subject: 'Your post was removed',
      what: `we have removed your post “${title}” with its document.`,
    }),
  }),
  account_suspended: decisionKind({
    icon: 'flag',
    link: toProfile,
    words: () => ({
      subject: 'Your account is suspended',
      what: 'we have suspended your account. You can’t sign in, nobody sees your profile or your posts, and your bookings and group sessions that were still to come are cancelled.',
    }),
  }),
  account_reinstated: decisionKind({
    icon: 'account',
    link: toProfile,
    words: () => ({
      subject: 'Your account is open again',
      what: 'your account is open again: you can sign in, and others see your profile and your posts. Bookings and group sessions that were cancelled meanwhile don’t come back: book and plan them anew.',
    }),
  }),
  report_closed: alertKind({
    group: 'account',
    icon: 'flag',
    facts: z.object({ of: z.enum(['post', 'person', 'message']), upheld: z.boolean() }),
    signed,
    people: () => [],
    subject: () => '',
    link: () => '/honor-code',
    words: ({ of, upheld }) => ({
      title: `We looked at the ${of} you reported`,
      about: upheld ? 'It breaks our rules.' : 'It doesn’t break our rules.',
      says: [
        upheld
          ? `thank you for your report. We looked at the ${of}, and agree that it breaks our rules.`
          : `thank you for your report. We looked at the ${of}, and found nothing that breaks our rules.`,
      ],
      closing: 'Our rules are here',
    }),
  }),
})
