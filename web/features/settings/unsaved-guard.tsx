import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { loginQuery } from '#web/features/login/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Asks before one leaves a view with what isn't saved; a modal over the view is no leaving. */
export function UnsavedGuard({ unsaved }: { unsaved: boolean }) {
  const queryClient = useQueryClient()
  const stay = useRef<HTMLButtonElement>(null)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const tab = (search: object) => ('tab' in search && search.tab) || 'profile'
      // Who has signed out can’t save any more.
      if (!unsaved || !queryClient.getQueryData(loginQuery.queryKey)) return false
      return current.pathname !== next.pathname || tab(current.search) !== tab(next.search)
    },
    enableBeforeUnload: unsaved,
    withResolver: true,
  })
  return (
    <Dialog
      open={status === 'blocked'}
      onClose={() => reset?.()}
      title="Leave without saving?"
      size="sm"
      initialFocus={stay}
      footer={
        <>
          <Button variant="quiet" onClick={() => proceed?.()}>
            Leave
          </Button>
          <Button ref={stay} variant="primary" onClick={() => reset?.()}>
            Keep editing
          </Button>
        </>
      }
    >
      <p className="text-14 text-ink-soft">What you changed on this page isn’t saved and would be lost.</p>
    </Dialog>
  )
}
