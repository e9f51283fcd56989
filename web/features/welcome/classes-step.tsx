import { useState } from 'react'
import { ClassesField } from '#web/features/settings/classes-field.tsx'
import { sameClasses, withChangedClasses } from '#web/features/settings/profile-values.ts'
import { useListClasses } from '#web/features/settings/use-list-classes.ts'
import { useForm } from '#web/lib/use-form.ts'
import { StepForm, type StepProps } from './step-form.tsx'

/** The person's classes, by CRN: the feed then begins with their notes. */
export function ClassesStep({ profile, onDone, onBack }: StepProps) {
  const list = useListClasses()
  const [before] = useState(profile.classes)
  const form = useForm({
    initial: { section_ids: before },
    check: () => ({ section_ids: undefined }),
    sending: list,
    onSubmit: ({ section_ids: after }) => {
      const classes = withChangedClasses(before, after, profile.classes)
      if (sameClasses(classes, profile.classes)) onDone()
      else list.mutate(classes, { onSuccess: onDone })
    },
  })
  return (
    <StepForm
      title="List your classes"
      description="Find them by course, CRN or title. Then you’ll see their notes on Explore."
      form={form}
      onSkip={onDone}
      onBack={onBack}
    >
      <ClassesField {...form.field('section_ids')} />
    </StepForm>
  )
}
