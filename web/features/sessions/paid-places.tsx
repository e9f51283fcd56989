import { useSuspenseQuery } from '@tanstack/react-query'
import type { Session } from '#shared/api/sessions.ts'
import { MessageIconButton } from '#web/features/chat/message-button.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { comingQuery } from './coming-query.ts'
import { OccurrencePeople } from './occurrence-people.tsx'
import { PersonLine } from './person-line.tsx'

/** Who has paid for which upcoming occurrence of the owner’s session. Nothing if nobody has. */
export function PaidPlaces(props: { session: Session; zone: string }) {
  if (props.session.rate === null) return null
  return (
    <div className="mt-12 max-w-[44rem] empty:hidden">
      <Loaded waiting={null} failed="The paid places didn’t load">
        <Paid {...props} />
      </Loaded>
    </div>
  )
}

function Paid({ session, zone }: { session: Session; zone: string }) {
  const { data: coming } = useSuspenseQuery(comingQuery(session.id))
  const paid = coming
    .map(({ occurrence, people }) => ({ occurrence, people: people.filter(one => one.paid) }))
    .filter(({ people }) => people.length > 0)
  if (paid.length === 0) return null
  return (
    <section aria-labelledby="paid-places">
      <h2 id="paid-places" className="text-22">
        Paid places
      </h2>
      <ul className="mt-4 flex flex-col gap-2">
        {paid.map(({ occurrence, people }, index) => (
          <li key={occurrence.id}>
            <OccurrencePeople
              occurrence={occurrence}
              zone={zone}
              open={index === 0}
              aside={`${people.length} of ${session.capacity} paid`}
            >
              <ul className="px-2 py-1">
                {people.map(({ person, visible }) => (
                  <li key={person.id}>
                    <PersonLine person={person} linked={visible}>
                      {visible && <MessageIconButton person={person} />}
                    </PersonLine>
                  </li>
                ))}
              </ul>
            </OccurrencePeople>
          </li>
        ))}
      </ul>
    </section>
  )
}
