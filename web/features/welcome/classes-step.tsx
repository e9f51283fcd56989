import { ClassesField } from '#web/features/settings/classes-field.tsx'
import { useListClasses } from '#web/features/settings/use-list-classes.ts'
import { useForm } from '#web/lib/use-form.ts'
import { StepForm, type StepProps } from './step-form.tsx'

/** The person's classes, by CRN: the feed then begins with their notes. */
export function ClassesStep({ profile, onDone, onBack }: StepProps) {
  const list = useListClasses()
  const form = useForm({
    initial: { section_ids: profile.classes },
    check: () => ({ section_ids: undefined }),
    sending: list,
    onSubmit: ({ section_ids: classes }) =>
      classes === profile.classes ? onDone() : list.mutate(classes, { onSuccess: onDone }),
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
