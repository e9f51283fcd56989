import type { UseMutationResult } from '@tanstack/react-query'
import { useForm } from '#web/lib/use-form.ts'
import { FormDialog, type FormDialogProps } from '#web/ui/form-dialog.tsx'
import { RemarksField, remarksFault } from './remarks-field.tsx'

/** Asks before something is canceled, and for remarks to those whom it affects if it still can be. */
export function RemarksDialog({
  sending,
  hint,
  children,
  ...dialog
}: Omit<FormDialogProps, 'form' | 'ready' | 'keep' | 'variant'> & {
  /** The mutation that cancels it, with the remarks. */
  sending: UseMutationResult<unknown, Error, string>
  /** Who reads the remarks. */
  hint: string
}) {
  const form = useForm({
    initial: { remarks: '' },
    check: ({ remarks }) => ({ remarks: remarksFault(remarks) }),
    atOnce: ['remarks'],
    sending,
    onSubmit: ({ remarks }) => sending.mutate(remarks.trim()),
  })
  const ready = remarksFault(form.values.remarks) === undefined
  return (
    <FormDialog {...dialog} form={form} ready={ready} keep="Keep it" variant="danger">
      {children}
      {dialog.action !== null && <RemarksField {...form.field('remarks')} hint={hint} />}
    </FormDialog>
  )
}
