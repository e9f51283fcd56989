import { useQuery } from '@tanstack/react-query'
import { MapPin, Video } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { sessionLimits } from '#shared/api/sessions.ts'
import type { FormField } from '#web/lib/use-form.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { largestCallQuery } from './queries.ts'
import type { SessionFields, SessionValues } from './session-values.ts'

/**
 * The place, the price of an hour, and the number of people. A saved session that has more paid places than a call
 * carries can keep them.
 */
export function PriceFields({ form, saved }: { form: SessionFields; saved: SessionValues }) {
  const { online, paid, capacity } = form.values
  const { data: largest } = useQuery(largestCallQuery())
  const { max } = sessionLimits.capacity
  const isNew = saved.version === 0
  const kept = !isNew && saved.online && saved.paid ? Number(saved.capacity) : 0
  const placesIf = (choice: { online: boolean; paid: boolean }) =>
    choice.online && choice.paid && largest ? Math.min(max, Math.max(largest - 1, kept)) : max
  const most = placesIf({ online, paid })
  // The number before it was lowered to what a call carries.
  const [wanted, setWanted] = useState(capacity)

  function choose(choice: { online: boolean; paid: boolean }) {
    const places = placesIf(choice)
    form.set(choice)
    if (Number(capacity) > places) {
      setWanted(capacity)
      form.set({ capacity: String(places) })
    } else if (places > most && capacity === String(most)) form.set({ capacity: wanted })
  }

  const lower = useEffectEvent(() => {
    if (isNew && capacity === String(sessionLimits.capacity.default)) choose({ online, paid })
  })
  // A new form that begins online and paid learns the limit only now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is known, and not with each choice
  useEffect(() => lower(), [largest])

  return (
    <>
      <div>
        <Words>Where</Words>
        <Segmented
          label="Where"
          value={online ? 'online' : 'place'}
          onChange={choice => choose({ paid, online: choice === 'online' })}
          options={[
            { value: 'online', label: 'Online', icon: <Video aria-hidden="true" className="size-4" /> },
            { value: 'place', label: 'In person', icon: <MapPin aria-hidden="true" className="size-4" /> },
          ]}
        />
      </div>
      {!online && <Place {...form.field('location')} />}
      <div>
        <Words>Price</Words>
        <Segmented
          label="Price"
          value={paid ? 'paid' : 'free'}
          onChange={choice => choose({ online, paid: choice === 'paid' })}
          options={[
            { value: 'free', label: 'Free' },
            { value: 'paid', label: 'Paid' },
          ]}
        />
      </div>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        {paid && <Rate {...form.field('rate')} />}
        <Capacity {...form.field('capacity')} max={most} />
      </div>
      <Notice>
        {!online &&
          paid &&
          'You’re paid for each student who is in the call with you for at least 5 minutes. During the session, ' +
            'press Start Now on your phone, have your students press Join Now on theirs, and stay in the call ' +
            'together. Otherwise we refund them.'}
        {online && largest && callText({ largest, paid: paid && most < largest, capacity: Number(capacity) })}
      </Notice>
    </>
  )
}

/** There before its words, so that a screen reader says them when they come. */
function Notice({ children }: { children: ReactNode }) {
  return (
    <p
      role="status"
      className="rounded-10 border border-line bg-sunken px-3 py-2 text-14 text-ink-soft empty:sr-only"
    >
      {children}
    </p>
  )
}

/**
 * How many people a video call here can carry, counting the tutor; null if nobody would notice. `paid`: only so many can pay.
 */
function callText({ largest, paid, capacity }: { largest: number; paid: boolean; capacity: number }) {
  if (!paid && !(capacity + 1 > largest)) return null
  const rest = paid
    ? `So up to ${largest - 1} students can pay for a place online.`
    : `More can enroll, but once ${largest} are in the call, the next person waits until someone leaves.`
  return `Video works for up to ${largest} people at once, including you. ${rest}`
}

/** The visible name of a choice; screen readers get it from the choice itself. */
function Words({ children }: { children: string }) {
  return (
    <p aria-hidden="true" className="mb-1.5 text-14 font-medium">
      {children}
    </p>
  )
}

function Place({ value, onChange, error }: FormField<string>) {
  return (
    <Field label="Location" required error={error}>
      {aria => (
        <Input
          {...aria}
          value={value}
          onChange={event => onChange(event.target.value)}
          placeholder="Library, room 214"
        />
      )}
    </Field>
  )
}

function Rate({ value, onChange, error }: FormField<string>) {
  return (
    <Field label="Rate per hour" required hint="US dollars, between $1.00 and $1,000.00." error={error}>
      {aria => (
        <div className="relative">
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-14 text-ink-faint"
          >
            $
          </span>
          <Input
            {...aria}
            value={value}
            onChange={event => onChange(event.target.value)}
            inputMode="decimal"
            placeholder="20.00"
            className="figures pl-7"
          />
        </div>
      )}
    </Field>
  )
}

function Capacity({ value, onChange, error, max }: FormField<string> & { max: number }) {
  const { min } = sessionLimits.capacity
  return (
    <Field label="Capacity" required hint={`How many people can come, from ${min} to ${max}.`} error={error}>
      {aria => (
        <Input
          {...aria}
          value={value}
          onChange={event => onChange(event.target.value)}
          inputMode="numeric"
          className="figures"
        />
      )}
    </Field>
  )
}
