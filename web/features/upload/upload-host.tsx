import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { FilePlus2 } from 'lucide-react'
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { files } from '#shared/api/files.ts'
import { useLogin } from '#web/features/login/use-login.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'
import type { UploadCenterProps } from './upload-center.tsx'
import { useFileDrop } from './use-file-drop.ts'

/**
 * Opens the upload dialog where the address says so (`?create=upload`), and with files dropped anywhere on the feed. Its
 * code is fetched when it is first wanted; from then on it keeps what was typed and chosen while one moves about.
 */
export function UploadHost() {
  const navigate = useNavigate()
  const login = useLogin()
  const open = useSearch({ from: '/_signed-in', select: search => search.create === 'upload' })
  const onFeed = useLocation({ select: location => location.pathname === '/explore' })
  const [dropped, setDropped] = useState<readonly File[]>([])
  const [Center, setCenter] = useState<ComponentType<UploadCenterProps> | null>(null)

  const show = (shown: boolean) =>
    void navigate({
      to: '.',
      search: old => ({ ...old, create: shown ? ('upload' as const) : undefined }),
      replace: !shown,
      resetScroll: false,
    })

  const onMissing = useEffectEvent(() => {
    toast.error('The upload form didn’t load. Check your connection and open it again.')
    show(false)
  })

  useEffect(() => {
    if (!open || Center) return
    let wanted = true
    import('./upload-center.tsx').then(
      ({ UploadCenter }) => wanted && setCenter(() => UploadCenter),
      () => wanted && onMissing(),
    )
    return () => {
      wanted = false
    }
  }, [open, Center])

  useEffect(() => {
    // Only a head start: a conversion that finds nothing ready waits for it.
    if (open) call(files.expectOffice).catch(() => {})
  }, [open])

  const over = useFileDrop(onFeed || open, files => {
    setDropped(files)
    if (!open) show(true)
  })

  return (
    <>
      {over && <DropCurtain />}
      {Center && (
        <Center
          key={login.username}
          username={login.username}
          open={open}
          onOpen={() => show(true)}
          onClose={() => show(false)}
          dropped={dropped}
          onTaken={() => setDropped([])}
        />
      )}
    </>
  )
}

function DropCurtain() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-0 z-50 flex items-center justify-center bg-scrim p-6"
    >
      <div className="flex items-center gap-3 rounded-16 border border-accent bg-sheet px-8 py-6 font-serif text-22 font-semibold shadow-floating">
        <FilePlus2 strokeWidth={1.5} className="size-7 text-accent" />
        Drop to share
      </div>
    </div>
  )
}
