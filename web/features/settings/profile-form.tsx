import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { type OwnProfile, profileLimits } from '#shared/api/profiles.ts'
import { unpickedFault } from '#web/features/courses/sections-field.tsx'
import { type FormField, useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureText } from '#web/ui/failure-text.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormFoot } from '#web/ui/form-foot.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { lengthNote } from '#web/ui/length-note.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toast.ts'
import { ClassesField } from './classes-field.tsx'
import { CollegeField } from './college-field.tsx'
import {
  changedTexts,
  faultsOf,
  fieldOf,
  type ProfileValues,
  sameClasses,
  sameProfile,
  trimmed,
  valuesOf,
  withChangedClasses,
  withChanges,
} from './profile-values.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { useListClasses } from './use-list-classes.ts'
import { useSaveProfile } from './use-save-profile.ts'

/** The texts and classes of the profile. Typed text stays if saving fails. */
export function ProfileForm({ profile }: { profile: OwnProfile }) {
  const [latest, setLatest] = useState(profile)
  const [before, setBefore] = useState(() => valuesOf(profile))
  const [classText, setClassText] = useState('')
  const saveProfile = useSaveProfile()
  const listClasses = useListClasses()
  const save = useMutation({
    mutationFn: async (sent: ProfileValues) => {
      const values = trimmed(sent)
      const saved = await saveProfile.mutateAsync(changedTexts(before, values))
      const wanted = withChangedClasses(before.classes, values.classes, saved.classes)
      const changed = !sameClasses(wanted, saved.classes)
      const classes = changed ? await listClasses.mutateAsync(wanted) : saved.classes
      return valuesOf({ ...saved, classes })
    },
    onSuccess: (saved, sent) => {
      setBefore(saved)
      // Changes made during the save aren't saved yet.
      form.reset(values => withChanges(sent, values, saved))
      toast.success('Your profile is saved.')
    },
  })
  const form = useForm({
    initial: before,
    check: values => {
      const faults = faultsOf(values)
      return { ...faults, classes: faults.classes ?? unpickedFault(classText) }
    },
    fieldOf,
    sending: save,
    onSubmit: save.mutate,
  })
  if (profile !== latest) {
    // Changed here or on another device. The person's own changes stay; the rest must not be saved as it was.
    const stored = valuesOf(profile)
    setLatest(profile)
    setBefore(stored)
    form.set(values => withChanges(before, values, stored))
  }
  const { pending, failure } = form
  const discard = () => {
    const { values } = form
    form.reset(before)
    setClassText('')
    save.reset()
    toast.message('Changes discarded.', { action: { label: 'Undo', onClick: () => form.reset(values) } })
  }
  const isDirty = !sameProfile(before, form.values)

  return (
    <form {...form.props} aria-label="Your profile">
      <Panel title="About you" description="Tell people a little about yourself.">
        <TextField {...form.field('name')} label="Name" required autoComplete="name" />
        <TextField
          {...form.field('designation')}
          label="Year and major, or what you teach"
          placeholder="Sophomore in Computer Science"
        />
        <CollegeField {...form.field('college')} />
        <Description {...form.field('description')} />
      </Panel>
      <Panel
        title="Tutoring"
        anchor="tutoring"
        description="Your hourly rate. Students can’t book you until you set one."
      >
        <TextField
          {...form.field('hourly_rate')}
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
        description="The classes you take or teach. You’ll see their newest notes on Explore."
      >
        <ClassesField {...form.field('classes')} text={classText} onTextChange={setClassText} />
      </Panel>
      <FormFoot stays={isDirty}>
        <FailureText className="mr-auto">{isDirty && failure}</FailureText>
        {isDirty && failure === undefined && (
          <p className="mr-auto text-14 text-ink-soft">You have unsaved changes.</p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {isDirty && !pending && (
            <Button variant="quiet" onClick={discard}>
              Discard
            </Button>
          )}
          <Button variant="primary" type="submit" pending={pending} disabled={!isDirty && !pending}>
            Save
          </Button>
        </div>
      </FormFoot>
      <UnsavedGuard unsaved={isDirty} />
    </form>
  )
}

function TextField({
  value,
  onChange,
  error,
  label,
  hint,
  required = false,
  prefix,
  ...input
}: FormField<string> & {
  label: string
  hint?: string
  required?: boolean
  prefix?: string
  placeholder?: string
  autoComplete?: string
  inputMode?: 'decimal'
}) {
  return (
    <Field label={label} hint={hint} required={required} optional={!required} error={error}>
      {aria => {
        const control = {
          ...aria,
          ...input,
          value,
          onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value),
        }
        return prefix ? (
          <div className="relative">
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-14 text-ink-faint"
            >
              {prefix}
            </span>
            <Input {...control} className="figures max-w-40 pl-7" />
          </div>
        ) : (
          <Input {...control} />
        )
      }}
    </Field>
  )
}

function Description({ value, onChange, error }: FormField<string>) {
  return (
    <Field label="Description" optional error={error} aside={lengthNote(value, profileLimits.description)}>
      {aria => (
        <Textarea
          {...aria}
          value={value}
          onChange={event => onChange(event.target.value)}
          placeholder="What you study, what you like to explain, when you’re free."
        />
      )}
    </Field>
  )
}
