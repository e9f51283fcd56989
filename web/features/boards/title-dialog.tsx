import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Board, boardTexts } from '#shared/api/boards.ts'
import { faultOf } from '#web/lib/fault-of.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/input.tsx'

/** Asks for the title of a new or an existing board. */
export function TitleDialog({
  open,
  onClose,
  heading,
  action,
  title: before,
  save,
  onSaved,
}: {
  open: boolean
  onClose: () => void
  heading: string
  action: string
  title: string
  save: (title: string) => Promise<Board>
  onSaved: (board: Board) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const saving = useMutation({ mutationFn: save, onSuccess: onSaved })
  const form = useForm({
    initial: { title: before },
    check: ({ title }) => ({ title: faultOf(boardTexts.title, title) }),
    sending: saving,
    onSubmit: ({ title }) => saving.mutate(title.trim()),
  })

  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={heading}
      size="sm"
      initialFocus={field}
      action={action}
    >
      <Field label="Title" required error={form.faultAt('title')}>
        {control => (
          <Input
            {...control}
            ref={field}
            value={form.values.title}
            onChange={event => form.set({ title: event.target.value })}
            onFocus={event => event.target.select()}
          />
        )}
      </Field>
    </FormDialog>
  )
}
