import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { type PushState, pushQuery, turnPushOff, turnPushOn } from './push.ts'

const words: Record<PushState, string> = {
  on: 'This device shows your alerts, even when Ignite is closed.',
  off: 'Get your alerts on this device, even when Ignite is closed.',
  blocked: 'Your browser blocks notifications from Ignite. You can allow them in its settings for this site.',
  'needs install':
    'To get notifications, add Ignite to your home screen first: tap Share, then Add to Home Screen.',
  unsupported: 'This browser can’t show notifications when Ignite is closed.',
}

/** Turns notifications on and off for this browser. */
export function DeviceNotifications() {
  const queryClient = useQueryClient()
  const { data: state } = useQuery(pushQuery)
  const { mutate, isPending } = useMutation({
    mutationFn: state === 'on' ? turnPushOff : turnPushOn,
    onSuccess: state => queryClient.setQueryData(pushQuery.queryKey, state),
    onError: error => toast.error(problemText(error)),
  })
  return (
    <div className="flex min-h-26 flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-10 bg-sunken px-4 py-3 text-14 sm:min-h-15">
      {state && <p className="min-w-0 flex-1 basis-64 text-ink-soft">{words[state]}</p>}
      {(state === 'on' || state === 'off') && (
        <Button size="sm" pending={isPending} onClick={() => mutate()}>
          {state === 'on' ? 'Turn off' : 'Turn on'}
        </Button>
      )}
    </div>
  )
}
