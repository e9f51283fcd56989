import { type Control, useController, useForm } from 'react-hook-form'
import { type OwnProfile, profileLimits } from '#shared/api/profiles.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toast.ts'
import { ClassesField } from './classes-field.tsx'
import { CollegeField } from './college-field.tsx'
import { changedTexts, fieldOf, type ProfileValues, profileResolver, valuesOf } from './profile-values.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { useListClasses } from './use-list-classes.ts'
import { useSaveProfile } from './use-save-profile.ts'

/** The words and classes of one's profile. What couldn't be saved stays as it was typed. */
export function ProfileForm({ profile }: { profile: OwnProfile }) {
  const form = useForm<ProfileValues>({ defaultValues: valuesOf(profile), resolver: profileResolver })
  const { control } = form
  const { isDirty, isSubmitting, dirtyFields, errors } = form.formState
  const save = useSaveProfile()
  const listClasses = useListClasses()

  const submit = form.handleSubmit(async values => {
    try {
      const before = form.formState.defaultValues as ProfileValues
      const saved = await save.mutateAsync(changedTexts(before, values))
      const classes = dirtyFields.classes ? await listClasses.mutateAsync(values.classes) : saved.classes
      form.reset(valuesOf({ ...saved, classes }))
      toast.success('Your profile is saved.')
    } catch (error) {
      showFailure(error)
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

  return (
    <form
      noValidate
      aria-label="Your profile"
      onSubmit={event => {
        event.preventDefault()
        // A second press while the first is under way would save twice.
        if (!isSubmitting) void submit()
      }}
    >
      <Panel title="About you" description="Who you are, in a few words.">
        <TextField control={control} name="name" label="Name" required autoComplete="name" />
        <TextField
          control={control}
          name="designation"
          label="Designation"
          placeholder="Sophomore in Computer Science"
          hint="What you are: your year and subject, or what you teach."
        />
        <College control={control} />
        <Description control={control} />
      </Panel>
      <Panel
        title="Tutoring"
        anchor="tutoring"
        description="What an hour of your time costs. Without a rate, nobody is asked to pay."
      >
        <TextField
          control={control}
          name="hourly_rate"
          label="Hourly rate"
          inputMode="decimal"
          placeholder="35.00"
          prefix="$"
          hint="US dollars, between $1.00 and $1,000.00."
        />
      </Panel>
      <Panel
        title="Classes"
        anchor="classes"
        description="The classes you take or teach. Their newest notes come to your Explore page."
      >
        <Classes control={control} />
      </Panel>
      <footer
        className={cx(
          isDirty && 'sticky bottom-16 z-20 md:bottom-0',
          '-mx-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line bg-paper px-4 py-3 sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8',
        )}
      >
        <p role="alert" className="mr-auto text-14 font-medium text-negative empty:hidden">
          {errors.root?.message}
        </p>
        {isDirty && !errors.root && (
          <p className="mr-auto text-14 text-ink-soft">You have changes that aren’t saved.</p>
        )}
        <div className="flex gap-2">
          {isDirty && !isSubmitting && (
            <Button variant="quiet" onClick={() => form.reset()}>
              Discard
            </Button>
          )}
          <Button variant="primary" type="submit" pending={isSubmitting} disabled={!isDirty && !isSubmitting}>
            Save
          </Button>
        </div>
      </footer>
      <UnsavedGuard unsaved={isDirty} />
    </form>
  )
}

type ProfileControl = Control<ProfileValues>

function TextField({
  control,
  name,
  label,
  hint,
  required = false,
  prefix,
  ...input
}: {
  control: ProfileControl
  name: 'name' | 'designation' | 'hourly_rate'
  label: string
  hint?: string
  required?: boolean
  prefix?: string
  placeholder?: string
  autoComplete?: string
  inputMode?: 'decimal'
}) {
  const { field, fieldState } = useController({ control, name })
  return (
    <Field
      label={label}
      hint={hint}
      required={required}
      optional={!required}
      error={fieldState.error?.message}
    >
      {aria =>
        prefix ? (
          <div className="relative">
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-14 text-ink-faint"
            >
              {prefix}
            </span>
            <Input {...aria} {...field} {...input} className="figures max-w-40 pl-7" />
          </div>
        ) : (
          <Input {...aria} {...field} {...input} />
        )
      }
    </Field>
  )
}

function College({ control }: { control: ProfileControl }) {
  const { field, fieldState } = useController({ control, name: 'college' })
  return <CollegeField field={field} error={fieldState.error?.message} />
}

function Description({ control }: { control: ProfileControl }) {
  const { field, fieldState } = useController({ control, name: 'description' })
  const length = [...field.value].length
  return (
    <Field
      label="Description"
      optional
      error={fieldState.error?.message}
      aside={
        <span className={length > profileLimits.description ? 'font-medium text-negative' : undefined}>
          {length.toLocaleString('en')} of {profileLimits.description.toLocaleString('en')}
        </span>
      }
    >
      {aria => (
        <Textarea
          {...aria}
          {...field}
          placeholder="What you study, what you like to explain, when you have time."
        />
      )}
    </Field>
  )
}

function Classes({ control }: { control: ProfileControl }) {
  const { field, fieldState } = useController({ control, name: 'classes' })
  return <ClassesField field={field} error={fieldState.error?.message} />
}
