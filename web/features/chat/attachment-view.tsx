import { useQuery } from '@tanstack/react-query'
import { FileText, ImageOff } from 'lucide-react'
import type { Attachment } from '#shared/api/attachments.ts'
import { sizeText } from '#web/lib/size-text.ts'
import { openFile } from '#web/ui/open-file.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { loadPicture, useFailedPicture } from '#web/ui/use-failed-picture.ts'
import type { Me } from './me.ts'
import { findAttachment, pictureQuery } from './queries.ts'

/** A picture or a file of a message. It opens in a new tab. */
export function AttachmentView({ me, attachment }: { me: Me; attachment: Attachment }) {
  const open = () => void openFile(attachment.name, () => findAttachment(me, attachment.id))
  if (attachment.type.startsWith('image/')) return <Picture me={me} attachment={attachment} onOpen={open} />
  return (
    <button
      type="button"
      onClick={open}
      className="flex w-64 max-w-full items-center gap-3 rounded-10 border border-line bg-sheet px-3 py-2.5 text-left text-ink transition-colors hover:border-line-strong hover:bg-sunken"
    >
      <FileText aria-hidden="true" className="size-6 shrink-0 text-accent" />
      <span className="min-w-0">
        <bdi className="block truncate text-14 font-medium">{attachment.name}</bdi>
        <span className="block text-12 text-ink-faint">PDF, {sizeText(attachment.size)}</span>
      </span>
    </button>
  )
}

/** Its box exists before the picture loads, so that nothing moves. */
function Picture({ me, attachment, onOpen }: { me: Me; attachment: Attachment; onOpen: () => void }) {
  const { data: address, isError, refetch } = useQuery(pictureQuery(me, attachment.id))
  const { failed, onError } = useFailedPicture(address?.url, async url => {
    if (address && Date.now() >= address.goodUntil) await refetch()
    else await loadPicture(url)
  })
  const broken = isError || failed
  return (
    <button
      type="button"
      onClick={onOpen}
      className="block h-48 w-64 max-w-full overflow-hidden rounded-10 border border-line bg-sunken text-ink-faint transition-colors hover:border-line-strong"
    >
      {broken ? (
        <span className="flex h-full flex-col items-center justify-center gap-2 px-4 text-12">
          <ImageOff aria-hidden="true" className="size-6" />
          <span className="max-w-full truncate">{attachment.name}</span>
        </span>
      ) : address ? (
        <img
          src={address.url}
          alt={attachment.name}
          loading="lazy"
          // It loads when it comes into view, which may be long after its address was fetched.
          onError={() => {
            if (Date.now() >= address.goodUntil) void refetch()
            else onError()
          }}
          className="size-full object-cover"
        />
      ) : (
        <>
          <Skeleton className="size-full" />
          <span className="sr-only">{attachment.name}</span>
        </>
      )}
    </button>
  )
}
