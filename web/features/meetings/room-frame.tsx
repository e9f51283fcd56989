import { useNavigate } from '@tanstack/react-router'
import { LogOut, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Lamp } from '#web/ui/lamp.tsx'

/** A view of the meeting's window in which people can only wait or leave. */
export function RoomFrame({
  onLeave,
  action,
  children,
}: {
  onLeave?: () => void
  /** Beside the button that leaves. */
  action?: ReactNode
  children: ReactNode
}) {
  const leave = useLeaveRoom()
  const Icon = onLeave ? LogOut : X
  return (
    <main id="main" className="min-h-dvh">
      <div className="mx-auto flex min-h-dvh max-w-form flex-col items-center justify-center px-4 py-12 text-center">
        <Lamp lit={false} className="mb-6 h-28" />
        {children}
        <div className="mt-8 flex flex-wrap justify-center gap-2">
          {action}
          <Button
            onClick={() => {
              onLeave?.()
              leave()
            }}
          >
            <Icon aria-hidden="true" className="size-4" />
            {onLeave ? 'Leave' : 'Close'}
          </Button>
        </div>
      </div>
    </main>
  )
}

/** Closes a window that was opened for the meeting; any other window navigates on. */
export function useLeaveRoom(): () => void {
  const navigate = useNavigate()
  return () => {
    close()
    void navigate({ to: '/meeting' })
  }
}
