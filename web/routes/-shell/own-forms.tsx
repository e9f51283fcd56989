import { useMatch } from '@tanstack/react-router'
import { EditHost } from '#web/features/files/edit-host.tsx'
import { UploadHost } from '#web/features/files/upload-host.tsx'

/** Where a person's forms of posts open. They outlive the frame: an upload goes on, and typed text stays, while a document is read. */
export function OwnForms({ owner }: { owner: string }) {
  const course = useMatch({
    from: '/_signed-in/courses/$courseId',
    shouldThrow: false,
    select: ({ loaderData }) => loaderData?.course,
  })
  // Nothing stands over the way in.
  const signingIn = useMatch({ from: '/login', shouldThrow: false, select: () => true })
  if (signingIn) return null
  return (
    <>
      <UploadHost owner={owner} course={course ?? null} />
      <EditHost />
    </>
  )
}
