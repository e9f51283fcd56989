import type { RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import type { AlertGroup, alertIcons } from '#shared/api/alerts.ts'

/** The recipient of an alert. */
export type Reader = {
  /** The zone in which they see times. */
  zone: string
  /** When they were told, so that a date of another year names its year. */
  toldAt: Temporal.Instant
  /**
   * The person's current name, and their username for links: an alert stores ids, and no name of someone who
   * left.
   */
  name: (id: string) => string
  username: (id: string) => string
  /** Whether no block hides the person from them, nor their pages. */
  shown: (id: string) => boolean
  /** The topic of a booking, and the titles of a session and of the reader's own post. */
  topic: (bookingId: string) => string
  title: (sessionId: string) => string
  postTitle: (postId: string) => string
  /**
   * Where a session, or a booking of a place in one, meets in person, and whether people pay for it; null
   * online.
   */
  onSite: (id: string) => { location: string; paid: boolean } | null
  /**
   * What somebody wrote when they answered or canceled a booking; null if that is deleted or hidden, or was another
   * one.
   */
  remarks: (bookingId: string, writerId: string) => string | null
  /** What a session's owner wrote when they canceled one occurrence. */
  remarksOfTime: (occurrenceId: string) => string | null
}

/** What an alert's words refer to, by id. */
type Things = {
  booking?: string | null
  session?: string | null
  occurrence?: string | null
  post?: string | null
}

export type Words = {
  /** One line: on the screen, and as the subject of the mail. */
  title: string
  /** The line below it on the screen: the topic. */
  about: string | null
  /** The paragraphs of its mail, between the greeting and the link. */
  says: string[]
  /** The mail's button, if it isn't "Open in Ignite". */
  closing?: string
  /** The link in the mail, if it isn't the one on the screen. */
  mailLink?: string
  /** The phrase after the names of several people shown as one. */
  together?: string
}

type Declared<S extends z.ZodMiniType = z.ZodMiniType> = {
  group: AlertGroup
  icon: (typeof alertIcons)[number]
  facts: S
  /** For kinds that only appear on the screen. */
  mailed?: false
  /** The signature of the mail, if it isn't Ignite's. */
  signed?: string
  /** Everyone whom the words name; the first is shown with it. */
  people(facts: z.output<S>): string[]
  /** The things that the words refer to, whose names are read with them. */
  things?(facts: z.output<S>): Things
  /** How many more people did the same since, if one alert stands for them. */
  others?(facts: z.output<S>): number
  /** What alerts of the kind must have in common to be grouped. */
  subject(facts: z.output<S>): string
  /** A path on our site. */
  link(facts: z.output<S>, reader: Pick<Reader, 'username' | 'shown'>): string
  words(facts: z.output<S>, reader: Reader): Words
  /**
   * For kinds that would mislead once it is over: whether to send it now, as a condition on its row. A mail can
   * wait for a day while the mail server is away.
   */
  stillHelps?(facts: z.output<S>, now: Temporal.Instant): RawBuilder<boolean>
}

/** A kind of alert: its stored facts, and how to render them for the screen and for a mail. */
export type AlertKind<S extends z.ZodMiniType = z.ZodMiniType> = Declared<S> & {
  /** The stored name of the kind. */
  name: string
}

/** Declares a kind; its type carries the facts to `tell`. */
export function alertKind<const S extends z.ZodMiniType>(kind: Declared<S>): Declared<S> {
  return kind
}

/** Declares a noun's kinds under their names. */
export function alertKinds<K extends Record<string, Declared>>(
  kinds: K,
): { [N in keyof K]: K[N] & { name: N } } {
  const named = Object.entries(kinds).map(([name, kind]) => [name, { ...kind, name }])
  return Object.fromEntries(named)
}

/** A stored alert, parsed. */
export type ReadAlert = { kind: AlertKind; facts: unknown }

/**
 * Every kind. Nouns later in the order than alerts declare kinds too, so code that reads stored alerts gets
 * all of them passed in.
 */
export type KnownKinds = {
  names: string[]
  /**
   * An alert's kind and its facts; null if this version doesn't know them, such as a later version's kind.
   */
  read: (kind: string, stored: unknown) => ReadAlert | null
}

/**
 * An alert's kind and facts for a job that sends it. Throws if this version doesn't know them: while servers are upgraded one by one,
 * the job is tried again by a newer one, which does.
 */
export function readToSend(known: KnownKinds, { kind, facts }: { kind: string; facts: unknown }): ReadAlert {
  const alert = known.read(kind, facts)
  if (!alert) throw new Error(`this version doesn’t know an alert of the kind ${kind}`)
  return alert
}

/** The kinds of alerts, by their names. */
export function knowKinds(kinds: Record<string, AlertKind>): KnownKinds {
  return {
    names: Object.keys(kinds),
    read(name, stored) {
      const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
      const facts = kind && z.safeParse(kind.facts, stored)
      return facts?.success ? { kind: kind!, facts: facts.data } : null
    },
  }
}
