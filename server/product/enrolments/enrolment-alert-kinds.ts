import * as z from 'zod/mini'
import { type AlertKind, alertKind, alertKinds } from '../alerts/kind.ts'

const facts = z.object({
  session_id: z.string(),
  /** The other person. */
  other_id: z.string(),
  /** How many more people did the same since. */
  others: z.number(),
  /** All of them, for a session's owner; absent in alerts of earlier releases. */
  told: z.optional(z.array(z.string())),
})
export type EnrolmentFacts = z.output<typeof facts>

type Telling = Pick<AlertKind, 'group' | 'icon'> & {
  /** What the other person did, for the title and after several names. */
  did: { one: string; several?: string }
  /** What the other person did and what follows, as a sentence. */
  says: string
}

function enrolmentKind({ group, icon, did, says }: Telling) {
  return alertKind({
    group,
    icon,
    facts,
    people: of => [of.other_id],
    others: of => of.others,
    things: of => ({ session: of.session_id }),
    subject: of => of.session_id,
    link: of => `/sessions/${of.session_id}`,
    words: (of, { name, title }) => ({
      title: `${name(of.other_id)} ${did.one}`,
      about: title(of.session_id),
      says: [`${name(of.other_id)} ${says}`, title(of.session_id)],
      ...(did.several && { together: did.several }),
    }),
  })
}

/** The alerts about a session's members. */
export const enrolmentKinds = alertKinds({
  session_invited: enrolmentKind({
    group: 'invitations',
    icon: 'invitation',
    did: { one: 'invited you to a session' },
    says: 'invited you to a group session. Accept to enroll.',
  }),
  invitation_accepted: enrolmentKind({
    group: 'enrolments',
    icon: 'invitation',
    did: { one: 'accepted your invitation', several: 'accepted your invitation' },
    says: 'accepted your invitation and is enrolled in your session.',
  }),
  session_enrolled: enrolmentKind({
    group: 'enrolments',
    icon: 'person',
    did: { one: 'enrolled in your session', several: 'enrolled in your session' },
    says: 'enrolled in your session.',
  }),
  place_paid: enrolmentKind({
    group: 'enrolments',
    icon: 'money',
    did: { one: 'has a place in your session', several: 'have places in your session' },
    says: 'paid for a place in your session.',
  }),
})
