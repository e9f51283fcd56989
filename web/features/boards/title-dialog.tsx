import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { type Board, boardTexts } from '#shared/api/boards.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

/** Asks for the title of a board: of a new one, or another for one that is there. */
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
  const form = useId()
  const [title, setTitle] = useState(before)
  const [fault, setFault] = useState<string>()
  const saving = useMutation({ mutationFn: save, onSuccess: onSaved })

  function submit(event: FormEvent) {
    event.preventDefault()
    const parsed = boardTexts.title.safeParse(title)
    setFault(parsed.success ? undefined : parsed.error.issues[0]?.message)
    if (parsed.success) saving.mutate(parsed.data)
  }

  return (
    <Dialog
      open={open}
      onClose={() => !saving.isPending && onClose()}
      title={heading}
      size="sm"
      footer={
        <>
          <Button onClick={onClose} disabled={saving.isPending}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={form} pending={saving.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Field
          label="Title"
          required
          error={fault ?? (saving.isError ? problemText(saving.error) : undefined)}
        >
          {control => (
            <Input
              {...control}
              value={title}
              onChange={event => setTitle(event.target.value)}
              onFocus={event => event.target.select()}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
