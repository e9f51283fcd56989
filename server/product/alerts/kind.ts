import * as z from 'zod/mini'
import type { AlertGroup, alertIcons } from '#shared/api/alerts.ts'

/** Whom an alert is written for. */
export type Reader = {
  /** The zone they see times in. */
  zone: string
  /** What a person is called now, here and in their address: an alert keeps people by id, and no name of someone who left. */
  name: (id: string) => string
  username: (id: string) => string
  /** What a booking is about, and what a session is called. */
  topic: (bookingId: string) => string
  title: (sessionId: string) => string
  /** What somebody wrote when they answered or cancelled a booking; null where that is gone, or was another one. */
  remarks: (bookingId: string, writerId: string) => string | null
  /** What a session's owner wrote when they cancelled one of its times. */
  remarksOfTime: (occurrenceId: string) => string | null
}

/** What an alert's words speak of, by id. */
type Things = { booking?: string | null; session?: string | null; occurrence?: string | null }

export type Words = {
  /** One line: on the screen, and as the subject of the mail. */
  title: string
  /** A line below it on the screen: what it is about. */
  about: string | null
  /** The paragraphs of its mail, between the greeting and the link. */
  says: string[]
  /** What its mail says before the link, where that isn't "See it here". */
  closing?: string
  /** Where its mail leads, where that isn't where its line on the screen does. */
  mailLink?: string
  /** What several people did who are shown as one, after their names. */
  together?: string
}

type Declared<S extends z.ZodMiniType = z.ZodMiniType> = {
  group: AlertGroup
  icon: (typeof alertIcons)[number]
  facts: S
  /** For kinds that are news on the screen only. */
  mailed?: false
  /** Who signs its mail, where it isn't Ignite. */
  signed?: string
  /** Everyone its words name; the first is shown with it. */
  people(facts: z.output<S>): string[]
  /** The things its words speak of, whose names are read with them. */
  things?(facts: z.output<S>): Things
  /** How many more people did the same since, where one alert stands for them. */
  others?(facts: z.output<S>): number
  /** What alerts of the kind must have in common to be shown as one. */
  subject(facts: z.output<S>): string
  /** A path of ours. */
  link(facts: z.output<S>, reader: Pick<Reader, 'username'>): string
  words(facts: z.output<S>, reader: Reader): Words
}

/** A kind of alert: the facts that are kept of one, and everything that is made of them for a screen and for a mail. */
export type AlertKind<S extends z.ZodMiniType = z.ZodMiniType> = Declared<S> & {
  /** What its alerts are stored under. */
  name: string
}

/** Declares a kind; its type carries the facts to whoever tells it. */
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

/** An alert as it was stored, read. */
export type ReadAlert = { kind: AlertKind; facts: unknown }

/** Every kind there is. Nouns that stand above alerts declare theirs, so whoever reads stored alerts is handed all of them. */
export type KnownKinds = {
  names: string[]
  /** An alert's kind and its facts; null for what this version doesn't know, such as a kind of a later one. */
  read: (kind: string, stored: unknown) => ReadAlert | null
}

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
