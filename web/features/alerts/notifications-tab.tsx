import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import {
  type AlertChannel,
  type AlertGroup,
  type AlertPreference,
  alertGroups,
  alerts,
} from '#shared/api/alerts.ts'
import type { OwnProfile } from '#shared/api/profiles.ts'
import { RefusedAddress } from '#web/features/settings/refused-address.tsx'
import { call } from '#web/lib/api.ts'
import { mayHaveHappened } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { DeviceNotifications } from './device-notifications.tsx'
import { preferencesQuery } from './queries.ts'

const channels: readonly { channel: AlertChannel; label: string }[] = [
  { channel: 'in_app', label: 'On Ignite' },
  { channel: 'mail', label: 'Email' },
]

/** What Ignite tells the person, and how: each checkbox saves at once. */
export function NotificationsTab({ profile }: { profile: OwnProfile }) {
  return (
    <Panel
      title="What you get notified about"
      description="Changes save automatically. You can’t turn off alerts about money, canceled meetings or decisions about your account."
    >
      <DeviceNotifications />
      <Loaded
        failed="Your notification settings didn’t load"
        waiting={
          <div role="status" aria-label="Loading your notification settings" className="flex flex-col gap-4">
            {Object.keys(alertGroups).map(group => (
              <Skeleton key={group} className="h-11" />
            ))}
          </div>
        }
      >
        <Preferences profile={profile} />
      </Loaded>
    </Panel>
  )
}

function Preferences({ profile }: { profile: OwnProfile }) {
  const { data: preferences } = useSuspenseQuery(preferencesQuery)
  const choose = useChoose()
  return (
    <>
      {profile.email_confirmed && !profile.email_refused && (
        <FewerMails preferences={preferences} onChoose={choose} />
      )}
      {profile.email_confirmed && profile.email_refused && (
        <div className="mb-4">
          <RefusedAddress email={profile.email} />
        </div>
      )}
      {!profile.email_confirmed && (
        <p className="mb-4 rounded-10 bg-caution-wash px-4 py-3 text-14 wrap-anywhere text-caution">
          {`Your provider hasn’t confirmed ${profile.email}, so we can’t email you, not even about money or canceled meetings. Check Alerts instead, or turn on notifications for your devices.`}
        </p>
      )}
      <table className="w-full text-left text-14">
        <thead>
          <tr className="border-b border-line text-12 text-ink-faint tiny:hidden">
            <th scope="col" className="py-2 font-medium">
              Notification
            </th>
            {channels.map(({ channel, label }) => (
              <th key={channel} scope="col" className="w-20 py-2 text-center font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {preferences.map(preference => (
            <Row key={preference.group} preference={preference} onChoose={choose} />
          ))}
        </tbody>
      </table>
    </>
  )
}

/** For people who get too many mails: one button instead of a checkbox per group, and one to restore them. */
function FewerMails({
  preferences,
  onChoose,
}: {
  preferences: readonly AlertPreference[]
  onChoose: Choose
}) {
  const mailed = preferences.filter(({ group, mail }) => mail && !alertGroups[group].fixed)
  const chooseAll = async (wanted: boolean) => {
    const chosen = await Promise.all(mailed.map(({ group }) => onChoose({ group, channel: 'mail', wanted })))
    return !chosen.includes(false)
  }
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-10 bg-sunken px-4 py-3 text-14">
      <p className="min-w-0 flex-1 basis-64 text-ink-soft">
        {mailed.length > 0
          ? 'Too many emails? You can also find everything under Alerts.'
          : 'We’ll only send the emails you can’t turn off.'}
      </p>
      <Button
        size="sm"
        disabled={mailed.length === 0}
        onClick={async () => {
          if (!(await chooseAll(false))) return
          toast.success('We’ll only send the emails you can’t turn off.', {
            action: { label: 'Undo', onClick: () => void chooseAll(true) },
          })
        }}
      >
        Send fewer
      </Button>
    </div>
  )
}

/** Saves a choice; resolves to whether that worked. */
type Choose = (choice: Choice) => Promise<boolean>
type Choice = { group: AlertGroup; channel: AlertChannel; wanted: boolean }

function Row({ preference, onChoose }: { preference: AlertPreference; onChoose: Choose }) {
  const { group } = preference
  const { name, hint, fixed } = alertGroups[group]
  return (
    // Where there is no room for columns, each checkbox has a line and shows what it is about.
    <tr className="tiny:flex tiny:flex-col tiny:py-3">
      <th scope="row" className="py-3 pr-3 font-normal tiny:p-0">
        <span className="block font-medium">{name}</span>
        <span className="block text-ink-soft">{hint}</span>
        {fixed && <span className="block text-12 text-ink-faint">Always on</span>}
      </th>
      {channels.map(({ channel, label }) => (
        <td key={channel} className="p-0 text-center tiny:text-left">
          <label className="inline-flex size-11 tiny:w-auto tiny:gap-2 cursor-pointer items-center justify-center has-disabled:cursor-not-allowed">
            <input
              type="checkbox"
              aria-label={`${name}: ${label.toLowerCase()}${fixed ? ', always on' : ''}`}
              checked={preference[channel]}
              disabled={fixed}
              onChange={event => void onChoose({ group, channel, wanted: event.target.checked })}
              className="size-4 accent-accent coarse:size-5"
            />
            <span aria-hidden="true" className="hidden tiny:inline">
              {label}
            </span>
          </label>
        </td>
      ))}
    </tr>
  )
}

/** Shown at once, and reverted on failure. */
function useChoose(): Choose {
  const queryClient = useQueryClient()
  // Until then, the server's answers would undo on the screen what is still to be sent.
  const isLast = () => queryClient.isMutating({ mutationKey: [alerts.prefer.path] }) === 1
  const { mutateAsync } = useMutation({
    mutationKey: [alerts.prefer.path],
    // Quick clicks are sent in order, so that the last one counts.
    scope: { id: 'choose alerts' },
    mutationFn: (choice: Choice) => call(alerts.prefer, { body: choice }),
    onMutate: ({ group, channel, wanted }) => {
      queryClient.setQueryData(preferencesQuery.queryKey, known =>
        known?.map(one => (one.group === group ? { ...one, [channel]: wanted } : one)),
      )
    },
    onSuccess: ({ data }) => {
      if (isLast()) queryClient.setQueryData(preferencesQuery.queryKey, data)
    },
    onError: error => {
      // Several choices at once can fail for the same reason.
      toast.error(problemText(error), { id: 'choice failed' })
      // After a lost answer, everything that is shown is asked for again (`createQueryClient`).
      if (isLast() && !mayHaveHappened(error))
        return queryClient.invalidateQueries({ queryKey: preferencesQuery.queryKey })
    },
  })
  return choice =>
    mutateAsync(choice).then(
      () => true,
      () => false,
    )
}
