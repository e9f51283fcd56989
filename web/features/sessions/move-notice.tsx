import { useSuspenseQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import type { Session } from '#shared/api/sessions.ts'
import { counted } from '#shared/domain/counted.ts'
import type { SessionPlan } from '#shared/domain/occurrences.ts'
import type { Failure } from '#web/lib/failure-of.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { comingQuery, type OccurrenceWithPeople, paidPeople } from './coming-query.ts'
import { hasBegun } from './has-begun.ts'
import { addedBy, type Move, movesOf, restoredBy } from './moves.ts'
import { type SessionValues, timingOf, valuesOf } from './session-values.ts'
import { onlineText, peopleText, whenText } from './words.ts'

/** A weekly session has no more; all of a daily one would push the fields off the screen. */
const listed = 10
/** As many of the new dates as people read about. */
const addedListed = 3

type Props = { session: Session; values: SessionValues }

/**
 * Whom a change of time or location concerns, and what it does to upcoming occurrences: in a free session, and in one
 * without any, everyone enrolled, otherwise those who have paid, or who lost a place. Nothing if there are none.
 */
export function MoveNotice({ session, values }: Props) {
  if (session.rate === null) {
    return session.attendees ? (
      <Loaded waiting={null} failed={DatesUnknown}>
        <FreeMoves session={session} values={values} />
      </Loaded>
    ) : null
  }
  return (
    <>
      <Restored session={session} values={values} />
      <Loaded waiting={null} failed={PaidUnknown}>
        <PaidMoves session={session} values={values} />
      </Loaded>
    </>
  )
}

function DatesUnknown(failure: Failure) {
  return (
    <Unknown {...failure} title="We couldn’t load the dates.">
      If you change the day, time or location, we’ll let everyone who is enrolled know.
    </Unknown>
  )
}

function PaidUnknown(failure: Failure) {
  return (
    <Unknown {...failure} title="We couldn’t load who already paid.">
      If you change the day, time or location, we’ll let them know, and they can give up their place for a
      full refund.
    </Unknown>
  )
}

function Unknown({ onRetry, retrying, title, children }: Failure & { title: string; children: string }) {
  return (
    <div
      role="status"
      className="flex items-center justify-between gap-4 rounded-10 bg-caution-wash px-4 py-3 text-14"
    >
      <div>
        <p className="font-medium text-caution">{title}</p>
        <p className="mt-1 text-ink-soft">{children}</p>
      </div>
      <Button size="sm" onClick={onRetry} pending={retrying}>
        Retry
      </Button>
    </div>
  )
}

function FreeMoves({ session, values }: Props) {
  const { data: coming } = useSuspenseQuery(comingQuery(session.id))
  const now = useNow().getTime()
  const toCome = coming.filter(({ occurrence }) => !hasBegun(occurrence, now))
  const { place, moves, added } = changesOf({ session, values }, toCome, now)
  const all = [...restoredOf({ session, values }, now), ...moves]
  return (
    <EnrolledNotice
      session={session}
      told={all.length + added.length > 0 || (place !== null && toCome.length > 0)}
    >
      <p className="mt-1 text-ink-soft">
        Once you save, we’ll let them know.
        {!place && isInProgress(coming, now) && staysAsItIs}
      </p>
      <Changed moves={all} added={added} place={place} session={session} zone={values.zone} gone="Canceled" />
    </EnrolledNotice>
  )
}

const staysAsItIs = ' The meeting in progress stays as it is.'

function EnrolledNotice({
  session,
  told,
  children,
}: {
  session: Session
  /** Whether they are let know. */
  told: boolean
  children: ReactNode
}) {
  const attendees = session.attendees ?? 0
  return (
    // There before its words, or a screen reader wouldn't read them.
    <div role="status" className="contents">
      {told && attendees > 0 && (
        <div className="rounded-10 bg-caution-wash px-4 py-3 text-14">
          <p className="font-medium text-caution">
            {peopleText(attendees)} {attendees === 1 ? 'is' : 'are'} enrolled.
          </p>
          {children}
        </div>
      )}
    </div>
  )
}

function PaidMoves({ session, values }: Props) {
  const { data: coming } = useSuspenseQuery(comingQuery(session.id))
  const now = useNow().getTime()
  const toCome = coming.filter(({ occurrence }) => !hasBegun(occurrence, now))
  const paid = toCome.filter(({ people }) => people.some(one => one.paid))
  const changes = changesOf({ session, values }, paid, now)
  const inProgress = isInProgress(coming, now)
  if (toCome.length === 0) {
    return (
      <EnrolledNotice session={session} told={changes.added.length > 0}>
        <p className="mt-1 text-ink-soft">
          Once you save, we’ll let them know{values.paid && ', and they can pay for a place'}.
          {inProgress && staysAsItIs}
        </p>
        <Changed moves={[]} added={changes.added} place={null} session={session} zone={values.zone} gone="" />
      </EnrolledNotice>
    )
  }
  if (paid.length === 0) return null
  const people = paidPeople(paid)
  const some = people.slice(0, 3)
  const rest = people.length - some.length
  return (
    <div role="status" className="rounded-10 bg-caution-wash px-4 py-3 text-14">
      <p className="font-medium text-caution">{peopleText(people.length)} already paid.</p>
      <p className="mt-1 wrap-anywhere text-ink-soft">
        {some.map(({ id, name }, place) => (
          <Fragment key={id}>
            {place > 0 && ', '}
            <bdi>{name}</bdi>
          </Fragment>
        ))}
        {rest > 0 && ` and ${rest} more`}.{' '}
        {changes.moves.length === 0 && !changes.place
          ? 'To change the day, time or location, give them 24 hours’ notice. We’ll let them know, and they can give up their place for a full refund. If it gets shorter, we refund the difference. A new rate doesn’t change what they paid.'
          : 'Once you save, we’ll let them know, and they can give up their place for a full refund.'}
        {inProgress &&
          (changes.place
            ? ' You can change the location once the meeting in progress is over.'
            : staysAsItIs)}
      </p>
      <Changed {...changes} session={session} zone={values.zone} gone="Canceled with a full refund" />
    </div>
  )
}

/** The dates of a paid session that take place after all, and who is told. */
function Restored({ session, values }: Props) {
  const now = useNow().getTime()
  const moves = restoredOf({ session, values }, now)
  return (
    <div role="status" className="contents">
      {session.attendees && moves.length > 0 ? (
        <div className="rounded-10 bg-caution-wash px-4 py-3 text-14">
          <p className="font-medium text-caution">
            You’re restoring {moves.length === 1 ? 'a skipped date' : `${moves.length} skipped dates`}.
          </p>
          <p className="mt-1 text-ink-soft">
            {values.paid
              ? 'Once you save, we’ll let people who lost a place know, and they can pay for it again.'
              : 'Once you save, we’ll let everyone who is enrolled know.'}
          </p>
          <Changed moves={moves} added={[]} place={null} session={session} zone={values.zone} gone="" />
        </div>
      ) : null}
    </div>
  )
}

/** `added`: the new dates that people read about. */
type Changes = { moves: Move[]; added: ReturnType<typeof addedBy>; place: string | null }

/** What the form does to these occurrences, all those to come whose people are told, and the new location. */
function changesOf({ session, values }: Props, toldOf: OccurrenceWithPeople[], now: number): Changes {
  const occurrences = toldOf.map(({ occurrence }) => occurrence)
  const moves = movesBy({ session, values }, (before, after) => movesOf(occurrences, before, after, now))
  const tellsOfAdded = moves.some(({ becomes }) => !becomes) || toldOf.length === 0
  const added = tellsOfAdded
    ? movesBy({ session, values }, (before, after) => addedBy(before, after, now))
    : []
  return { moves, added, place: newPlace(session, values) }
}

function isInProgress(coming: OccurrenceWithPeople[], now: number): boolean {
  return coming.some(({ occurrence }) => hasBegun(occurrence, now) && Date.parse(occurrence.ends_at) > now)
}

const restoredOf = (form: Props, now: number) =>
  movesBy(form, (before, after) => restoredBy(before, after, now))

/** What a function finds in the session's plan and the form's; nothing while that is incomplete. */
function movesBy<T>({ session, values }: Props, find: (before: SessionPlan, after: SessionPlan) => T[]): T[] {
  const [before, after] = [timingOf(valuesOf(session)), timingOf(values)]
  return before && after ? find(before, after) : []
}

/** The old and the new location and times. `gone` stands for the time of a canceled one. */
function Changed({
  moves,
  added,
  place,
  session: { location },
  zone,
  gone,
}: Changes & { session: Session; zone: string; gone: string }) {
  return (
    <>
      {place && (
        <p className="mt-2 wrap-anywhere" dir="auto">
          <s className="text-ink-soft">{location ?? onlineText}</s>{' '}
          <span className="font-medium">{place}</span>
        </p>
      )}
      {moves.length > 0 && (
        <ul className="mt-2 flex flex-col gap-1.5">
          {moves.slice(0, listed).map(({ id, was, becomes }) => (
            <li key={id}>
              {was ? (
                <s className="text-ink-soft">{whenText(was, zone)}</s>
              ) : (
                <span className="text-ink-soft">Restored:</span>
              )}{' '}
              <span className="font-medium">{becomes ? whenText(becomes, zone) : gone}</span>
            </li>
          ))}
          {moves.length > listed && (
            <li className="text-ink-soft">
              And {counted(moves.length - listed, 'more date', 'more dates')}.
            </li>
          )}
        </ul>
      )}
      {added.length > 0 && (
        <ul className="mt-2 flex flex-col gap-1.5">
          {added.slice(0, addedListed).map(time => (
            <li key={time.starts_at}>
              <span className="text-ink-soft">New:</span>{' '}
              <span className="font-medium">{whenText(time, zone)}</span>
            </li>
          ))}
          {added.length > addedListed && (
            <li className="text-ink-soft">
              And {counted(added.length - addedListed, 'more new date', 'more new dates')}.
            </li>
          )}
        </ul>
      )}
    </>
  )
}

/** Where people meet by the form, if that changes; null while it is incomplete. */
function newPlace({ location }: Session, values: SessionValues): string | null {
  const place = values.online ? onlineText : values.location.trim()
  return place && place !== (location ?? onlineText) ? place : null
}
