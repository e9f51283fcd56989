import { type ReactNode, useEffect } from 'react'
import { type Control, useController, useForm, useWatch } from 'react-hook-form'
import { sessionLimits } from '#shared/api/sessions.ts'
import { formatCrn } from '#shared/domain/course-strings.ts'
import { nextTimes } from '#shared/domain/occurrences.ts'
import { SectionsField } from '#web/features/courses/sections-field.tsx'
import { ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { zoneName } from '#web/lib/time-zones.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toast.ts'
import { keepDraft, readDraft } from './draft.ts'
import { PriceFields } from './price-fields.tsx'
import { SessionPreview } from './session-preview.tsx'
import { fieldOf, type SessionValues, sameValues, sessionResolver, timingOf } from './session-values.ts'
import { WhenFields } from './when-fields.tsx'
import { crnParts } from './words.ts'

export type SessionControl = Control<SessionValues>

/** What a session is, when, where and for how much. What is typed is kept in this tab until it is saved or discarded. */
export function SessionForm({
  label,
  draftName,
  saved,
  zone,
  action,
  onSave,
  notice,
  onConflict,
}: {
  label: string
  draftName: string
  /** What the form starts from. */
  saved: SessionValues
  /** The zone whose clocks its times are by. */
  zone: string
  /** What the button says. */
  action: string
  onSave: (values: SessionValues) => Promise<void>
  /** What a change of the times means to others. */
  notice?: (values: SessionValues) => ReactNode
  /** What can be done where something else stands in the way. */
  onConflict?: (error: ProblemError) => Promise<void>
}) {
  const form = useForm<SessionValues>({
    defaultValues: readDraft(draftName) ?? saved,
    resolver: sessionResolver(values => !isAhead(values, zone)),
  })
  const { control, setValue } = form
  const { isSubmitting, errors } = form.formState
  const values = useWatch({ control }) as SessionValues
  const changed = !sameValues(values, saved)

  useEffect(() => keepDraft(draftName, changed ? values : null), [draftName, changed, values])

  const submit = form.handleSubmit(async checked => {
    try {
      await onSave(checked)
      keepDraft(draftName, null)
    } catch (error) {
      showFailure(error)
      if (error instanceof ProblemError && error.code === 'conflict') await onConflict?.(error)
    }
  })

  function showFailure(error: unknown) {
    form.setError('root', { message: problemText(error) })
    if (!(error instanceof ProblemError)) return
    for (const { path, message } of error.fields) {
      const field = fieldOf(path)
      if (field) form.setError(field, { type: 'server', message }, { shouldFocus: true })
    }
  }

  function discard() {
    const before = form.getValues()
    form.reset(saved)
    toast.message('Draft discarded.', { action: { label: 'Undo', onClick: () => form.reset(before) } })
  }

  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={event => {
        event.preventDefault()
        // A second press while the first is under way would save twice.
        if (!isSubmitting) void submit()
      }}
    >
      <div className="xl:grid xl:grid-cols-[minmax(0,1fr)_19rem] xl:gap-x-10">
        <div className="min-w-0">
          <Panel title="About" description="What you will go through, and for whom it is.">
            <Title control={control} />
            <Description control={control} />
          </Panel>
          <Panel
            title="When"
            description={
              <>
                By the clocks of <span className="font-medium text-ink">{zoneName(zone)}</span>. Others see it
                in their own zone.
              </>
            }
          >
            {notice?.(values)}
            <WhenFields control={control} setValue={setValue} values={values} zone={zone} />
          </Panel>
          <Panel title="Place and price" description="Online, the room opens here ten minutes before.">
            <PriceFields control={control} values={values} />
          </Panel>
          <Panel title="Classes" description="Who takes one of them finds the session there.">
            <Crns control={control} />
          </Panel>
        </div>
        <div className="border-t border-line py-6 xl:border-t-0">
          <SessionPreview values={values} zone={zone} />
        </div>
      </div>
      <footer
        className={cx(
          changed && 'sticky bottom-16 z-20 md:bottom-0',
          '-mx-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line bg-paper px-4 py-3 sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8',
        )}
      >
        <p role="alert" className="mr-auto min-w-0 text-14 font-medium text-negative empty:hidden">
          {errors.root?.message}
        </p>
        <div className="flex gap-2">
          {changed && !isSubmitting && (
            <Button variant="quiet" onClick={discard}>
              Discard
            </Button>
          )}
          <Button variant="primary" type="submit" pending={isSubmitting}>
            {action}
          </Button>
        </div>
      </footer>
    </form>
  )
}

/** Whether any of it is still to begin. */
function isAhead(values: SessionValues, zone: string): boolean {
  const timing = timingOf(values, zone)
  if (!timing) return false
  const now = Temporal.Instant.fromEpochMilliseconds(Date.now())
  return nextTimes(timing, now).some(({ start }) => start > now.epochMilliseconds)
}

function Title({ control }: { control: SessionControl }) {
  const { field, fieldState } = useController({ control, name: 'title' })
  return (
    <Field
      label="Title"
      required
      error={fieldState.error?.message}
      aside={<Count text={field.value} limit={sessionLimits.title} />}
    >
      {aria => <Input {...aria} {...field} dir="auto" placeholder="Heaps and trees before the midterm" />}
    </Field>
  )
}

function Description({ control }: { control: SessionControl }) {
  const { field, fieldState } = useController({ control, name: 'description' })
  return (
    <Field
      label="Description"
      required
      error={fieldState.error?.message}
      aside={<Count text={field.value} limit={sessionLimits.description} />}
    >
      {aria => (
        <Textarea
          {...aria}
          {...field}
          dir="auto"
          placeholder="What you will cover, what to bring, whom it helps."
        />
      )}
    </Field>
  )
}

function Count({ text, limit }: { text: string; limit: number }) {
  const length = [...text].length
  return (
    <span className={cx('tabular-nums', length > limit && 'font-medium text-negative')}>
      {length.toLocaleString('en')} of {limit.toLocaleString('en')}
    </span>
  )
}

function Crns({ control }: { control: SessionControl }) {
  const { field, fieldState } = useController({ control, name: 'crns' })
  return (
    <SectionsField<string>
      label="Add a class"
      optional
      listLabel="Classes of the session"
      limit={sessionLimits.crns}
      full={`${sessionLimits.crns} classes are listed, which is as many as fit.`}
      field={field}
      choose={formatCrn}
      show={text => ({ key: text, ...crnParts(text) })}
      error={fieldState.error?.message}
    />
  )
}
