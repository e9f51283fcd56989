import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { sessionLimits } from '#shared/api/sessions.ts'
import { formatCrn } from '#shared/domain/course-strings.ts'
import { hasTimeAhead } from '#shared/domain/occurrences.ts'
import { isSameZone } from '#shared/domain/time-zone.ts'
import { zoneName } from '#shared/domain/zone-name.ts'
import { SectionsField, unpickedFault } from '#web/features/courses/sections-field.tsx'
import { useOwnZone } from '#web/features/profiles/use-own-zone.ts'
import { presentMoment } from '#web/lib/present-moment.ts'
import { isConflict } from '#web/lib/problem-error.ts'
import { type FormField, useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureText } from '#web/ui/failure-text.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormFoot } from '#web/ui/form-foot.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { lengthNote } from '#web/ui/length-note.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toast.ts'
import { ZoneOffer } from '#web/ui/zone-offer.tsx'
import { keepDraft, readDraft } from './draft.ts'
import { PriceFields } from './price-fields.tsx'
import { SessionPreview } from './session-preview.tsx'
import { faultsOf, fieldOf, type SessionValues, sameValues, timingOf } from './session-values.ts'
import { WhenFields } from './when-fields.tsx'
import { crnParts } from './words.ts'

/**
 * The form of a session: topic, times, place and price. What is typed is stored in this tab until it is saved
 * or discarded.
 */
export function SessionForm({
  label,
  draftName,
  saved,
  action,
  onSave,
  moveNotice,
  priceNotice,
  onConflict,
  conflict,
}: {
  label: string
  draftName: string
  /** The initial values. */
  saved: SessionValues
  /** What the button says. */
  action: string
  onSave: (values: SessionValues) => Promise<void>
  /** What a change of the times means for others. */
  moveNotice?: (values: SessionValues) => ReactNode
  /** What a change of the price means for others. */
  priceNotice?: (values: SessionValues) => ReactNode
  /** Finds out whether another version was saved somewhere else, which `saved` then is. */
  onConflict?: () => Promise<void>
  /** What shows then, with the ways to go on: `replace` saves the form over that version. */
  conflict?: (replace: () => void) => ReactNode
}) {
  const saveButton = useRef<HTMLButtonElement>(null)
  const [classText, setClassText] = useState('')
  const save = useMutation({
    mutationFn: onSave,
    onSuccess: () => keepDraft(draftName, null),
    onError: error => (isConflict(error) ? onConflict?.() : undefined),
  })
  const form = useForm({
    initial: () => draftFrom(draftName, saved),
    check: values => ({ crns: unpickedFault(classText), ...checked(values) }),
    fieldOf,
    sending: save,
    onSubmit: values => save.mutate(values),
  })
  const { values, pending } = form
  const changed = !sameValues(values, saved)
  const replaces = changed && values.version !== saved.version

  useEffect(() => keepDraft(draftName, changed ? values : null), [draftName, changed, values])

  function discard() {
    form.reset(saved)
    setClassText('')
    save.reset()
    toast.message('Draft discarded.', { action: { label: 'Undo', onClick: () => form.reset(values) } })
  }

  function replace() {
    if (pending) return
    // The button for it is about to go.
    saveButton.current?.focus()
    // What is sent is what the form has by then.
    flushSync(() => form.set({ version: saved.version }))
    form.props.ref.current?.requestSubmit()
  }

  return (
    <form {...form.props} aria-label={label}>
      <div className="xl:grid xl:grid-cols-[minmax(0,1fr)_19rem] xl:gap-x-10">
        <div className="min-w-0">
          <Panel title="About" description="What you’ll cover and who it’s for.">
            <Title {...form.field('title')} />
            <Description {...form.field('description')} />
          </Panel>
          <Panel
            title="When"
            description={
              <>
                Times are in <span className="font-medium text-ink">{zoneName(values.zone)}</span>. Others see
                them in their own time zone.
              </>
            }
          >
            <OwnZone {...form.field('zone')} />
            {moveNotice?.(values)}
            <WhenFields form={form} />
          </Panel>
          <Panel
            title="Location and price"
            description="If it’s online, the meeting opens here 10 minutes before it starts."
          >
            <PriceFields form={form} saved={saved} />
            {priceNotice?.(values)}
          </Panel>
          <Panel title="Classes" description="Students in these classes will see it.">
            <Crns {...form.field('crns')} text={classText} onTextChange={setClassText} />
          </Panel>
        </div>
        <div className="border-t border-line py-6 xl:border-t-0">
          <SessionPreview values={values} />
        </div>
      </div>
      <FormFoot stays={changed}>
        {replaces && (!save.error || isConflict(save.error)) ? (
          conflict?.(replace)
        ) : (
          <FailureText className="mr-auto min-w-0">{form.failure}</FailureText>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {changed && !pending && (
            <Button variant="quiet" onClick={discard}>
              Discard
            </Button>
          )}
          <Button ref={saveButton} variant="primary" type="submit" pending={pending}>
            {action}
          </Button>
        </div>
      </FormFoot>
    </form>
  )
}

/** What was typed, with the version that it changes, unless that is what is saved by now. */
function draftFrom(name: string, saved: SessionValues): SessionValues {
  const kept = readDraft(name)
  const draft = kept && { ...kept, zone: kept.zone ?? saved.zone }
  return draft && !sameValues(draft, saved) ? draft : saved
}

/** Its faults, including those that depend on the current time. */
function checked(values: SessionValues) {
  const faults = faultsOf(values)
  const { date, start, end, days, until } = faults
  if (!date && !start && !end && !days && !until && !isAhead(values)) {
    faults.date = 'All of these dates are in the past. Choose a later day or time.'
  }
  return faults
}

/** Whether any of it is still to begin. */
function isAhead(values: SessionValues): boolean {
  const timing = timingOf(values)
  return timing !== null && hasTimeAhead(timing, presentMoment())
}

/** Offers the person's own zone for times that are in another. */
function OwnZone({ value, onChange }: FormField<string>) {
  const own = useOwnZone()
  if (own === null || isSameZone(own, value)) return null
  return <ZoneOffer lead="Your time zone is" zone={own} onUse={() => onChange(own)} />
}

function Title({ value, onChange, error }: FormField<string>) {
  return (
    <Field label="Title" required error={error} aside={lengthNote(value, sessionLimits.title)}>
      {aria => (
        <Input
          {...aria}
          value={value}
          onChange={event => onChange(event.target.value)}
          placeholder="Heaps and trees before the midterm"
        />
      )}
    </Field>
  )
}

function Description({ value, onChange, error }: FormField<string>) {
  return (
    <Field label="Description" required error={error} aside={lengthNote(value, sessionLimits.description)}>
      {aria => (
        <Textarea
          {...aria}
          value={value}
          onChange={event => onChange(event.target.value)}
          placeholder="What you’ll cover, what to bring, who it’s for."
        />
      )}
    </Field>
  )
}

function Crns(field: FormField<string[]> & { text: string; onTextChange: (text: string) => void }) {
  return (
    <SectionsField<string>
      label="Add a class"
      optional
      listLabel="Classes for this session"
      limit={sessionLimits.crns}
      full={`You’ve listed ${sessionLimits.crns} classes, the most you can have.`}
      {...field}
      choose={formatCrn}
      show={text => ({ key: text, ...crnParts(text) })}
    />
  )
}
