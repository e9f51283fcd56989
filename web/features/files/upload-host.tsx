import { useLocation, useMatch, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Course } from '#shared/api/courses.ts'
import { files } from '#shared/api/files.ts'
import { call } from '#web/lib/api.ts'
import { useCloseInAddress } from '#web/lib/back-closes.ts'
import { isDialogOpen } from '#web/lib/dialog-open.ts'
import { mostShared, takeShared } from '#web/lib/shared-files.ts'
import { codeOnOpen, useCodeOnOpen } from '#web/ui/code-on-open.ts'
import { toast } from '#web/ui/toast.ts'
import { DropCurtain } from './drop-curtain.tsx'
import { useFileDrop } from './use-file-drop.ts'

const centerCode = codeOnOpen(
  async () => (await import('./upload-center.tsx')).UploadCenter,
  'The upload form didn’t load. Check your connection and open it again.',
)

/**
 * Opens the upload dialog if the address says so (`?create=upload`), with the files that another app shared, and for files
 * dropped anywhere on the feed. Loads its code on first use; from then on it keeps the typed text and the files while the
 * person moves around. On a course's page, the form begins with that course.
 */
export function UploadHost({ owner, course }: { owner: string; course: Course | null }) {
  const navigate = useNavigate()
  const created = useMatch({
    from: '/_signed-in',
    shouldThrow: false,
    select: ({ search }) => search.create ?? 'nothing',
  })
  const open = created === 'upload'
  const onFeed = useLocation({ select: location => location.pathname === '/explore' })
  const [dropped, setDropped] = useState<readonly File[]>([])

  const show = () => {
    // Elsewhere, as beside a document, the address can't open it.
    if (!created) return void navigate({ to: '/explore', search: { create: 'upload' } })
    void navigate({ to: '.', search: old => ({ ...old, create: 'upload' as const }), resetScroll: false })
  }
  const close = useCloseInAddress('create')

  const Center = useCodeOnOpen(centerCode, open, close)

  useEffect(() => {
    // Only a head start: a conversion that finds no process ready waits for it.
    if (open) call(files.expectOffice).catch(() => {})
  }, [open])

  useEffect(() => {
    if (!open) return
    takeShared().then(
      ({ files, leftOut }) => {
        if (files.length > 0) setDropped(waiting => [...waiting, ...files])
        if (leftOut > 0) sayLeftOut(leftOut, files.length + leftOut)
      },
      () => {},
    )
  }, [open])

  const over = useFileDrop(
    onFeed || open,
    files => {
      setDropped(waiting => [...waiting, ...files])
      if (!open) show()
    },
    () => !open && isDialogOpen(),
  )

  return (
    <>
      {over && <DropCurtain text="Drop to share" />}
      {Center && (
        <Center
          key={owner}
          owner={owner}
          course={course}
          open={open}
          onOpen={show}
          onClose={close}
          dropped={dropped}
          onTaken={() => setDropped([])}
        />
      )}
    </>
  )
}

function sayLeftOut(count: number, shared: number) {
  const which = shared === 1 ? 'the file' : `${count} of the ${shared} files`
  toast.message(
    `We left out ${which} you shared. You can share ${mostShared} at a time: PDFs and images of up to 100 MB.`,
  )
}
