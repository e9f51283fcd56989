import { useState } from 'react'
import { ClassesField } from '#web/features/settings/classes-field.tsx'
import { useListClasses } from '#web/features/settings/use-list-classes.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { StepForm, type StepProps } from './step-form.tsx'

/** The classes one takes, by CRN: their notes are what the feed then begins with. */
export function ClassesStep({ profile, onDone, onBack }: StepProps) {
  const [classes, setClasses] = useState(profile.classes)
  const list = useListClasses()
  return (
    <StepForm
      title="List your classes"
      description="Find them by CRN or title. What others share in them waits for you on Explore."
      pending={list.isPending}
      problem={list.isError ? problemText(list.error) : undefined}
      onSubmit={() => (classes === profile.classes ? onDone() : list.mutate(classes, { onSuccess: onDone }))}
      onSkip={onDone}
      onBack={onBack}
    >
      <ClassesField field={{ value: classes, onChange: setClasses }} />
    </StepForm>
  )
}
