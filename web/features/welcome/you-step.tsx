import { profileTexts } from '#shared/api/profiles.ts'
import { firstNameOf } from '#web/features/people/person-facts.ts'
import { CollegeField } from '#web/features/settings/college-field.tsx'
import { PictureField } from '#web/features/settings/picture-field.tsx'
import { useSaveProfile } from '#web/features/settings/use-save-profile.ts'
import { faultOf } from '#web/lib/fault-of.ts'
import { deviceTimeZone, timeIn } from '#web/lib/time-zones.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { TimeZonePicker } from '#web/ui/time-zone-picker.tsx'
import { StepForm, type StepProps } from './step-form.tsx'

/** About the person: name, college, designation, a picture, and the device's zone. */
export function YouStep({ profile, onDone, onBack }: StepProps) {
  const now = useNow()
  const save = useSaveProfile()
  const form = useForm({
    initial: {
      name: profile.name,
      college: profile.college ?? '',
      designation: profile.designation ?? '',
      time_zone: profile.time_zone ?? deviceTimeZone(),
    },
    check: ({ name, college, designation }) => ({
      name: faultOf(profileTexts.name, name.trim()),
      college: faultOf(profileTexts.college, college.trim()),
      designation: faultOf(profileTexts.designation, designation.trim()),
    }),
    sending: save,
    onSubmit: ({ name, college, designation, time_zone }) =>
      save.mutate(
        { name: name.trim(), college: college.trim(), designation: designation.trim(), time_zone },
        { onSuccess: onDone },
      ),
  })
  const { name, designation } = form.values
  // A server that draws this step has another zone than the person's device.
  const zone = import.meta.env.SSR ? profile.time_zone : form.values.time_zone
  return (
    <StepForm
      title={`Welcome, ${firstNameOf(profile.name)}`}
      description="Tell people a little about yourself. You can change this later or skip it."
      form={form}
      onSkip={onDone}
      onBack={onBack}
    >
      <Field label="Name" required error={form.faultAt('name')}>
        {aria => (
          <Input
            {...aria}
            value={name}
            onChange={event => form.set({ name: event.target.value })}
            autoComplete="name"
          />
        )}
      </Field>
      <CollegeField {...form.field('college')} />
      <Field label="Year and major, or what you teach" optional error={form.faultAt('designation')}>
        {aria => (
          <Input
            {...aria}
            value={designation}
            onChange={event => form.set({ designation: event.target.value })}
            placeholder="Sophomore in Computer Science"
          />
        )}
      </Field>
      <PictureField profile={profile} />
      <Field label="Time zone" hint={zone === null ? '\u00a0' : `It’s ${timeIn(zone, now)} there now.`}>
        {aria => <TimeZonePicker {...aria} value={zone} onChange={time_zone => form.set({ time_zone })} />}
      </Field>
    </StepForm>
  )
}
