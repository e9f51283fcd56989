import { useState } from 'react'
import { unpickedFault } from '#web/features/courses/sections-field.tsx'
import { ClassesField } from '#web/features/settings/classes-field.tsx'
import { sameClasses, withChangedClasses } from '#web/features/settings/profile-values.ts'
import { useListClasses } from '#web/features/settings/use-list-classes.ts'
import { useForm } from '#web/lib/use-form.ts'
import { StepForm, type StepProps } from './step-form.tsx'

/** The person's classes, by CRN: the feed then begins with their notes. */
export function ClassesStep({ profile, onDone, onBack, picked, onPick }: StepProps) {
  const list = useListClasses()
  const [text, setText] = useState('')
  const { before, after } = picked ?? { before: profile.classes, after: profile.classes }
  const goOn = () => {
    onPick(null)
    onDone()
  }
  const form = useForm({
    initial: { section_ids: after },
    check: () => ({ section_ids: unpickedFault(text) }),
    sending: list,
    onSubmit: () => {
      const classes = withChangedClasses(before, after, profile.classes)
      if (sameClasses(classes, profile.classes)) goOn()
      else list.mutate(classes, { onSuccess: goOn })
    },
  })
  return (
    <StepForm
      title="List your classes"
      description="Find them by course, CRN or title. Then you’ll see their notes on Explore."
      form={form}
      onSkip={goOn}
      onBack={onBack}
    >
      <ClassesField
        value={after}
        onChange={section_ids => {
          form.set({ section_ids })
          onPick({ before, after: section_ids })
        }}
        error={form.faultAt('section_ids')}
        text={text}
        onTextChange={setText}
      />
    </StepForm>
  )
}
