import { useNavigate } from '@tanstack/react-router'
import { LogOut, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { findUnsentBoards } from '#web/features/boards/unsent-edits.ts'
import { findUnsentMessages } from '#web/features/chat/unsent.ts'
import { uploadingMessages } from '#web/features/chat/uploading-messages.ts'
import { useLogin } from '#web/features/logins/use-login.ts'
import { themeEntry } from '#web/features/theme/theme-menu.tsx'
import { useChosenTheme } from '#web/features/theme/use-chosen-theme.ts'
import { mediaHook } from '#web/lib/media-hook.ts'
import { hasUnloadWarning, isOtherTabUnsaved } from '#web/lib/use-unload-warning.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { places } from './places.ts'
import type { Unsent } from './unsent-dialog.tsx'
import { useSignOut } from './use-sign-out.ts'

const UnsentDialog = lazyDialog(async () => (await import('./unsent-dialog.tsx')).UnsentDialog)

/** Where the bar has no room for the theme (the variant `tight`). */
const useTight = mediaHook('(width < 24rem)')

export function AvatarMenu() {
  const login = useLogin()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const theme = useChosenTheme()
  const tight = useTight()
  const [unsent, setUnsent] = useState<Unsent | null>(null)
  const askOrSignOut = async () => {
    const boardIds = await findUnsentBoards(login)
    const conversationIds = findUnsentMessages(login)
    const unsaved = await findUnsaved()
    if (boardIds.length + conversationIds.length > 0 || unsaved)
      setUnsent({ boardIds, conversationIds, unsaved })
    else await signOut()
  }
  return (
    <>
      <Menu
        heading={
          <div className="max-w-64 text-14">
            <p className="truncate text-left font-medium" dir="auto">
              {login.name}
            </p>
            <p className="truncate text-ink-faint">{login.email}</p>
          </div>
        }
        entries={[
          ...places
            .filter(place => place.own)
            .map(({ to, search, icon: Icon, own }) => ({
              label: own!,
              icon: <Icon aria-hidden="true" className="size-4" />,
              onSelect: () => void navigate({ to, search }),
            })),
          ...(login.operator
            ? [
                {
                  label: 'Operators',
                  icon: <ShieldCheck aria-hidden="true" className="size-4" />,
                  onSelect: () => void navigate({ to: '/admin' }),
                },
              ]
            : []),
          ...(tight ? ['separator' as const, themeEntry(theme), 'separator' as const] : []),
          { label: 'Logout', icon: <LogOut aria-hidden="true" className="size-4" />, onSelect: askOrSignOut },
        ]}
        trigger={props => (
          <button
            {...props}
            aria-label={`Your account, ${login.name}`}
            className="inline-flex size-10 items-center justify-center rounded-full hover:bg-sunken touch-target"
          >
            <Avatar name={login.name} image={login.image} />
          </button>
        )}
      />
      {unsent && <UnsentDialog unsent={unsent} onClose={() => setUnsent(null)} signOut={signOut} />}
    </>
  )
}

/** Where something else isn't saved: logging out loads no page, here or in other tabs, so no browser asks. */
async function findUnsaved(): Promise<Unsent['unsaved']> {
  // Uploading messages make it ask, too, and are named already.
  const here = hasUnloadWarning() && uploadingMessages().length === 0
  const elsewhere = await isOtherTabUnsaved()
  if (here && elsewhere) return 'on this page and in another tab'
  if (here) return 'on this page'
  return elsewhere ? 'in another tab' : null
}
