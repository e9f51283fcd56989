import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
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
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Remove your picture?"
      action="Remove"
      finalFocus={finalFocus}
      sending={remove}
      onConfirm={removeIt}
    >
      <p className="text-14 text-ink-soft">
        We delete it. Until you choose another one, people see your initials.
      </p>
    </ConfirmDialog>
  )
}
