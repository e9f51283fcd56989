import { useState } from 'react'
import { type Control, useController, useForm } from 'react-hook-form'
import { CollegeField } from '#web/features/settings/college-field.tsx'
import { PictureField } from '#web/features/settings/picture-field.tsx'
import { type IntroductionValues, introductionResolver } from '#web/features/settings/profile-values.ts'
import { TimeZonePicker } from '#web/features/settings/time-zone-picker.tsx'
import { useSaveProfile } from '#web/features/settings/use-save-profile.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { deviceTimeZone, timeIn } from '#web/lib/time-zones.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { StepForm, type StepProps } from './step-form.tsx'

/** Who one is: college, what one is there, a picture, and the zone the device is in. */
export function YouStep({ profile, onDone, onBack }: StepProps) {
  const { control, handleSubmit } = useForm<IntroductionValues>({
    defaultValues: { college: profile.college ?? '', designation: profile.designation ?? '' },
    resolver: introductionResolver,
  })
  const [zone, setZone] = useState(profile.time_zone ?? deviceTimeZone())
  const now = useNow()
  const save = useSaveProfile()
  const submit = handleSubmit(values => save.mutate({ ...values, time_zone: zone }, { onSuccess: onDone }))
  return (
    <StepForm
      title={`Welcome, ${profile.name.trim().split(/\s+/)[0]}`}
      description="Tell people who they meet. All of it can be changed later, and none of it is needed to read."
      pending={save.isPending}
      problem={save.isError ? problemText(save.error) : undefined}
      onSubmit={() => void submit()}
      onSkip={onDone}
      onBack={onBack}
    >
      <College control={control} />
      <Designation control={control} />
      <PictureField profile={profile} />
      <Field label="Time zone" hint={`It is ${timeIn(zone, now)} there now.`}>
        {aria => <TimeZonePicker {...aria} value={zone} onChange={setZone} />}
      </Field>
    </StepForm>
  )
}

function College({ control }: { control: Control<IntroductionValues> }) {
  const { field, fieldState } = useController({ control, name: 'college' })
  return <CollegeField field={field} error={fieldState.error?.message} />
}

function Designation({ control }: { control: Control<IntroductionValues> }) {
  const { field, fieldState } = useController({ control, name: 'designation' })
  return (
    <Field label="What you are" optional error={fieldState.error?.message}>
      {aria => <Input {...aria} {...field} placeholder="Sophomore in Computer Science" />}
    </Field>
  )
}
