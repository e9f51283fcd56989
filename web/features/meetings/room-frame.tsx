import { useNavigate } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { Lamp } from '#web/features/shell/lamp.tsx'
import { Button } from '#web/ui/button.tsx'

/** A page of the meeting's window on which there is nothing to do but wait or go. */
export function RoomFrame({ onLeave, children }: { onLeave?: () => void; children: ReactNode }) {
  const leave = useLeaveRoom()
  return (
    <main id="main" className="min-h-dvh">
      <div className="mx-auto flex min-h-dvh max-w-form flex-col items-center justify-center px-4 py-12 text-center">
        <Lamp lit={false} className="mb-6 h-28" />
        {children}
        <Button
          className="mt-8"
          onClick={() => {
            onLeave?.()
            leave()
          }}
        >
          <LogOut aria-hidden="true" strokeWidth={1.5} className="size-4" />
          Leave
        </Button>
      </div>
    </main>
  )
}

/** Closes a window that was opened for the meeting; in any other the page stays and leads on. */
export function useLeaveRoom(): () => void {
  const navigate = useNavigate()
  return () => {
    close()
    void navigate({ to: '/meeting' })
  }
}
