import { useRef } from 'react'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useSaveProfile } from './use-save-profile.ts'

/** Asks before the person's picture is deleted: it can't be undone. */
export function RemovePictureDialog({
  open,
  onClose,
  finalFocus,
}: {
  open: boolean
  onClose: () => void
  finalFocus: () => HTMLElement | null
}) {
  const cancel = useRef<HTMLButtonElement>(null)
  const remove = useSaveProfile()
  const removeIt = () =>
    remove.mutate(
      { profile_image: null },
      {
        onSuccess: () => {
          toast.success('Your picture was removed.')
          onClose()
        },
      },
    )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Remove your picture?"
      size="sm"
      initialFocus={cancel}
      finalFocus={finalFocus}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" pending={remove.isPending} onClick={removeIt}>
            Remove
          </Button>
        </>
      }
    >
      <p className="text-14 text-ink-soft">
        We delete it. Until you choose another one, people see your initials.
      </p>
      <p role="alert" className="mt-3 text-14 font-medium text-negative empty:hidden">
        {remove.error && problemText(remove.error)}
      </p>
    </Dialog>
  )
}
