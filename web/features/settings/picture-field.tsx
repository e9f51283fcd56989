import { useId, useRef, useState } from 'react'
import type { OwnProfile } from '#shared/api/profiles.ts'
import { FileInput } from '#web/features/files/file-input.tsx'
import { useFileDrop } from '#web/features/files/use-file-drop.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FailureText } from '#web/ui/failure-text.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { acceptedPictures, type ChosenPicture, loadPicture } from './load-picture.ts'

const CropDialog = lazyDialog(async () => (await import('./crop-dialog.tsx')).CropDialog)
const RemovePictureDialog = lazyDialog(
  async () => (await import('./remove-picture-dialog.tsx')).RemovePictureDialog,
)

/** The person's picture: chosen or dropped, then cropped; it is saved right there. */
export function PictureField({ profile }: { profile: OwnProfile }) {
  const id = useId()
  const removeButton = useRef<HTMLButtonElement>(null)
  const [chosen, setChosen] = useState<ChosenPicture | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [removing, setRemoving] = useState<'no' | 'asking' | 'closed'>('no')
  const over = useFileDrop(chosen === null, files => void choose(files))

  async function choose([file]: File[]) {
    if (!file) return
    try {
      setChosen(await loadPicture(file))
      setProblem(null)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : problemText(error))
    }
  }

  function close() {
    if (chosen) URL.revokeObjectURL(chosen.url)
    setChosen(null)
  }

  return (
    <div
      className={cx(
        'flex items-center gap-5 rounded-16 border border-dashed p-4 transition-colors tight:flex-wrap',
        over ? 'border-accent bg-accent-wash' : 'border-line',
      )}
    >
      <Avatar name={profile.name} image={profile.profile_image} className="size-24! text-28!" />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <div className="flex flex-wrap gap-2">
          <label
            htmlFor={id}
            className={cx(
              buttonClass(),
              'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent',
            )}
          >
            <FileInput
              id={id}
              accept={acceptedPictures}
              aria-describedby={`${id}-hint ${id}-problem`}
              aria-invalid={problem ? true : undefined}
              onFiles={files => void choose(files)}
            />
            {profile.profile_image ? 'Change picture' : 'Choose a picture'}
          </label>
          {profile.profile_image && (
            <Button
              ref={removeButton}
              variant="quiet"
              aria-haspopup="dialog"
              onClick={() => setRemoving('asking')}
            >
              Remove
            </Button>
          )}
        </div>
        <p id={`${id}-hint`} className="text-12 text-ink-faint">
          {over ? (
            'Let go to crop it.'
          ) : (
            <>
              PNG, JPEG or WebP.<span className="coarse:hidden"> You can also drop one here.</span>
            </>
          )}
        </p>
        <FailureText id={`${id}-problem`} small>
          {problem}
        </FailureText>
      </div>
      {chosen && <CropDialog picture={chosen} onClose={close} />}
      {removing !== 'no' && (
        <RemovePictureDialog
          open={removing === 'asking'}
          onClose={() => setRemoving('closed')}
          finalFocus={() => removeButton.current ?? document.getElementById(id)}
        />
      )}
    </div>
  )
}
