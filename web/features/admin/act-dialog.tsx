import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { adminTexts } from '#shared/api/admin.ts'
import { faultOf } from '#web/lib/fault-of.ts'
import { mayHaveHappened, ProblemError } from '#web/lib/problem-error.ts'
import { useForm } from '#web/lib/use-form.ts'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

/** Something that an operator does about a report, or to a person. */
export type Act<Thing> = {
  /** On the button and on the confirmation. */
  label: string
  title: string
  /** What is lost or restored, by name. */
  means: (thing: Thing) => string
  /** Whether it takes something away. */
  danger: boolean
  /** Whether the person concerned must get a reason. */
  reasoned: boolean
  done: (thing: Thing) => string
  run: (thing: Thing, reason: string) => Promise<unknown>
}

/**
 * Confirms an operator's action: names what is lost, and asks for the reason that the person concerned will
 * read.
 */
export function ActDialog<Thing extends { id: string }>({
  act,
  thing,
  reader,
  open,
  onClose,
  after,
  onDone,
  path,
  finalFocus,
  next,
}: {
  act: Act<Thing>
  thing: Thing
  /** Who reads the reason. */
  reader: string | undefined
  open: boolean
  onClose: () => void
  /** What else belongs to the action; if it fails, so has the action. */
  after?: () => Promise<void>
  onDone?: () => void
  /** The path of the call whose list is behind the dialog. */
  path: string
  /** The element that gets the focus after the dialog. */
  finalFocus: () => HTMLElement | null
  next?: ReactNode
}) {
  const queryClient = useQueryClient()
  // What was done isn't done again when only the rest of the action is tried anew.
  const acted = useRef(false)
  const unsure = useRef(false)
  const close = () => {
    acted.current = false
    unsure.current = false
    onClose()
  }
  const run = useMutation({
    mutationKey: ['admin', act.label, thing.id],
    mutationFn: async (reason: string) => {
      if (!acted.current) {
        try {
          await act.run(thing, reason)
        } catch (error) {
          if (!(unsure.current && isPast(error))) throw error
        }
        acted.current = true
      }
      await after?.()
    },
    onError: error => {
      unsure.current ||= mayHaveHappened(error)
    },
    onSuccess: () => {
      toast.success(act.done(thing))
      onDone?.()
      close()
    },
    // Another operator's change shows behind the dialog.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [path] }),
  })
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: act.reasoned ? faultOf(adminTexts.reason, reason) : undefined }),
    sending: run,
    onSubmit: ({ reason }) => run.mutate(reason.trim()),
  })

  return (
    <ReasonDialog
      form={form}
      open={open}
      onClose={close}
      title={act.title}
      action={act.label}
      variant={act.danger ? 'danger' : 'primary'}
      {...(act.danger && !act.reasoned && { keep: 'Cancel' })}
      finalFocus={finalFocus}
      reason={
        act.reasoned
          ? {
              label: 'Reason',
              hint: `${reader ?? 'They'} will see this on Ignite and by email.`,
              ...form.field('reason'),
            }
          : null
      }
      next={next}
    >
      <p className="text-14 wrap-anywhere text-ink-soft">{act.means(thing)}</p>
    </ReasonDialog>
  )
}

/** Whether the server says that it is done already: after an attempt without an answer, that one did it. */
function isPast(error: unknown): boolean {
  return error instanceof ProblemError && (error.code === 'conflict' || error.code === 'not_found')
}
