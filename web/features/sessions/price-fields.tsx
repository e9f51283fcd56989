import { useQuery } from '@tanstack/react-query'
import { MapPin, Video } from 'lucide-react'
import { useController } from 'react-hook-form'
import { sessionLimits } from '#shared/api/sessions.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { largestCallQuery } from './queries.ts'
import type { SessionControl } from './session-form.tsx'
import type { SessionValues } from './session-values.ts'

/** Where it is, what an hour costs and for how many there is room. */
export function PriceFields({ control, values }: { control: SessionControl; values: SessionValues }) {
  const online = useController({ control, name: 'online' }).field
  const paid = useController({ control, name: 'paid' }).field
  return (
    <>
      <div>
        <Words>Where</Words>
        <Segmented
          label="Where"
          value={online.value ? 'online' : 'place'}
          onChange={choice => online.onChange(choice === 'online')}
          options={[
            { value: 'online', label: 'Online', icon: <Video aria-hidden="true" className="size-4" /> },
            { value: 'place', label: 'In person', icon: <MapPin aria-hidden="true" className="size-4" /> },
          ]}
        />
      </div>
      {!values.online && <Place control={control} />}
      <div>
        <Words>Price</Words>
        <Segmented
          label="Price"
          value={paid.value ? 'paid' : 'free'}
          onChange={choice => paid.onChange(choice === 'paid')}
          options={[
            { value: 'free', label: 'Free' },
            { value: 'paid', label: 'Paid' },
          ]}
        />
      </div>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        {values.paid && <Rate control={control} />}
        <Capacity control={control} />
      </div>
      {!values.online && values.paid && (
        <p role="status" className="rounded-10 border border-line bg-sunken px-3 py-2 text-14 text-ink-soft">
          You are paid for each student who was in the call with you for at least 5 minutes. So while it
          lasts, press Start Now there on your phone, have your students press Join Now on theirs, and stay in
          the call together. Otherwise they get their money back.
        </p>
      )}
      {values.online && <CallNotice capacity={Number(values.capacity)} />}
    </>
  )
}

/** That more can come than a video call can have here, the tutor among them. */
function CallNotice({ capacity }: { capacity: number }) {
  const { data: largest } = useQuery(largestCallQuery())
  if (largest === undefined || largest === null || !(capacity + 1 > largest)) return null
  return (
    <p role="status" className="rounded-10 border border-line bg-sunken px-3 py-2 text-14 text-ink-soft">
      Video works for up to {largest} people at once here, you among them. More can enrol, but whoever comes
      when {largest} are in the call has to wait until somebody leaves.
    </p>
  )
}

/** The name of a choice for the eye; the choice says it itself to a screen reader. */
function Words({ children }: { children: string }) {
  return (
    <p aria-hidden="true" className="mb-1.5 text-14 font-medium">
      {children}
    </p>
  )
}

function Place({ control }: { control: SessionControl }) {
  const { field, fieldState } = useController({ control, name: 'location' })
  return (
    <Field label="Location" required error={fieldState.error?.message}>
      {aria => <Input {...aria} {...field} dir="auto" placeholder="Library, room 214" />}
    </Field>
  )
}

function Rate({ control }: { control: SessionControl }) {
  const { field, fieldState } = useController({ control, name: 'rate' })
  return (
    <Field
      label="Rate per hour"
      required
      hint="US dollars, between $1.00 and $1,000.00."
      error={fieldState.error?.message}
    >
      {aria => (
        <div className="relative">
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-14 text-ink-faint"
          >
            $
          </span>
          <Input {...aria} {...field} inputMode="decimal" placeholder="20.00" className="figures pl-7" />
        </div>
      )}
    </Field>
  )
}

function Capacity({ control }: { control: SessionControl }) {
  const { field, fieldState } = useController({ control, name: 'capacity' })
  const { min, max } = sessionLimits.capacity
  return (
    <Field
      label="Capacity"
      required
      hint={`How many can come, from ${min} to ${max}.`}
      error={fieldState.error?.message}
    >
      {aria => <Input {...aria} {...field} inputMode="numeric" className="figures" />}
    </Field>
  )
}
