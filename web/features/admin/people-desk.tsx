import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { admin, type FoundPerson } from '#shared/api/admin.ts'
import { PersonLink } from '#web/features/people/person-link.tsx'
import { countSoFar } from '#web/lib/count-so-far.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { useViewerZone } from '#web/lib/viewer-zone.ts'
import { momentText } from '#web/lib/zoned-time.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { FoundStatus } from '#web/ui/found-status.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { ActDialog } from './act-dialog.tsx'
import { PagedList } from './paged-list.tsx'
import { actsFor, type PersonActName, personActs } from './person-acts.ts'
import { peopleQuery } from './queries.ts'

type Acting = { name: PersonActName; found: FoundPerson; open: boolean }

/** Finds anybody, suspended people too, to suspend or reinstate them or to close their account. */
export function PeopleDesk({ text: asked }: { text: string }) {
  const [typed, setTyped] = useState(asked)
  const text = useSettled(typed.trim())
  const list = useRef<HTMLElement>(null)
  const [acting, setActing] = useState<Acting | null>(null)
  const { data, hasNextPage } = useInfiniteQuery(peopleQuery(text))
  const count = data?.pages.flatMap(page => page.people).length
  return (
    <>
      <search className="mb-4 block max-w-prose">
        <SearchField
          label="Find a person"
          placeholder="Username, email or name"
          value={typed}
          onChange={setTyped}
        />
      </search>
      <FoundStatus unseen>
        {text !== '' &&
          count !== undefined &&
          (count === 0 ? 'No people found' : countSoFar(count, hasNextPage, 'person', 'people'))}
      </FoundStatus>
      <section
        ref={list}
        tabIndex={-1}
        aria-label={text === '' ? 'Suspended people' : 'People found'}
        className="outline-none"
      >
        <PagedList
          key={text}
          label="The people"
          query={peopleQuery(text)}
          rowsOf={page => page.people}
          empty={<Nobody text={text} />}
        >
          {people => (
            <>
              {text === '' && <h2 className="mb-3 font-sans text-16 font-semibold">Suspended</h2>}
              <ul className="flex flex-col gap-4">
                {people.map(found => (
                  <Row
                    key={found.person.id}
                    found={found}
                    onAct={name => setActing({ name, found, open: true })}
                  />
                ))}
              </ul>
            </>
          )}
        </PagedList>
      </section>
      {acting && (
        // Beside the list: the person may leave the list before the dialog closes.
        <ActDialog
          key={`${acting.name} ${acting.found.person.id}`}
          act={personActs[acting.name]}
          thing={acting.found.person}
          reader={acting.found.person.name}
          path={admin.people.path}
          open={acting.open}
          onClose={() => setActing({ ...acting, open: false })}
          finalFocus={() => list.current}
        />
      )}
    </>
  )
}

function Row({ found, onAct }: { found: FoundPerson; onAct: (name: PersonActName) => void }) {
  const { person, address, address_confirmed, suspended_on, operator } = found
  const zone = useViewerZone()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-3 rounded-10 border border-line bg-sheet p-4 sm:p-5">
      <Avatar name={person.name} image={person.profile_image} className="size-10! text-14" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-16 leading-5 font-medium wrap-anywhere">
          {suspended_on === null ? (
            <PersonLink username={person.username} className="hover:underline">
              <bdi>{person.name}</bdi>
            </PersonLink>
          ) : (
            <bdi>{person.name}</bdi>
          )}
        </p>
        <p className="flex flex-wrap gap-x-3 text-14 wrap-anywhere text-ink-soft">
          <span>@{person.username}</span>
          <span>
            {address}
            {!address_confirmed && ' (not confirmed)'}
          </span>
        </p>
        {suspended_on !== null && (
          <p className="mt-1.5">
            <Chip tone="negative">Suspended {momentText(suspended_on, zone)}</Chip>
          </p>
        )}
        {operator && (
          <p className="mt-1.5">
            <Chip>Operator</Chip>
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {actsFor(found).map(name => (
          <Button key={name} size="sm" onClick={() => onAct(name)}>
            {personActs[name].label}
            <span className="sr-only"> {person.name}</span>
          </Button>
        ))}
      </div>
    </li>
  )
}

function Nobody({ text }: { text: string }) {
  if (text !== '') {
    return (
      <EmptyState picture={<Lamp lit={false} className="h-28" />} title={`No people found for “${text}”`}>
        Try a username, an email address, or words of a name.
      </EmptyState>
    )
  }
  return (
    <EmptyState picture={<Lamp lit className="h-28" />} title="Nobody is suspended">
      Search for anybody by username, email address or name.
    </EmptyState>
  )
}
