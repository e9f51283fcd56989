import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type AlertChannel,
  type AlertGroup,
  type AlertPreference,
  alertGroups,
  alerts,
} from '#shared/api/alerts.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.ts'
import { preferencesQuery } from './queries.ts'

const channels: readonly { channel: AlertChannel; label: string }[] = [
  { channel: 'in_app', label: 'In Ignite' },
  { channel: 'mail', label: 'By mail' },
]

/** Of what one is told, and how: saved with each tick. */
export function NotificationsTab() {
  const { data, error, isFetching, refetch } = useQuery(preferencesQuery)
  return (
    <Panel
      title="What you’re told"
      description="Each change is saved at once. What is about money, what doesn’t take place, and what was decided about you can’t be switched off."
    >
      {data ? (
        <Preferences preferences={data} />
      ) : error ? (
        <ErrorState title="Your choices didn’t load" onRetry={() => void refetch()} retrying={isFetching}>
          {problemText(error)}
        </ErrorState>
      ) : (
        <div role="status" aria-label="Loading what you’re told" className="flex flex-col gap-4">
          {Object.keys(alertGroups).map(group => (
            <Skeleton key={group} className="h-11" />
          ))}
        </div>
      )}
    </Panel>
  )
}

function Preferences({ preferences }: { preferences: readonly AlertPreference[] }) {
  const choose = useChoose()
  return (
    <>
      <FewerMails preferences={preferences} onChoose={choose} />
      <table className="w-full text-left text-14">
        <thead>
          <tr className="border-b border-line text-12 text-ink-faint">
            <th scope="col" className="py-2 font-medium">
              What
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

/** For who drowns in mails: one press instead of a tick for each group, and one to have them back. */
function FewerMails({
  preferences,
  onChoose,
}: {
  preferences: readonly AlertPreference[]
  onChoose: (choice: Choice) => void
}) {
  const mailed = preferences.filter(({ group, mail }) => mail && !alertGroups[group].fixed)
  const chooseAll = (wanted: boolean) => {
    for (const { group } of mailed) onChoose({ group, channel: 'mail', wanted })
  }
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-10 bg-sunken px-4 py-3 text-14">
      <p className="min-w-0 flex-1 basis-64 text-ink-soft">
        {mailed.length > 0
          ? 'Too many mails? You find everything under Alerts as well.'
          : 'You’re mailed only what can’t be switched off.'}
      </p>
      <Button
        size="sm"
        disabled={mailed.length === 0}
        onClick={() => {
          chooseAll(false)
          toast.success('You’re mailed only what can’t be switched off.', {
            action: { label: 'Undo', onClick: () => chooseAll(true) },
          })
        }}
      >
        Mail me less
      </Button>
    </div>
  )
}

type Choice = { group: AlertGroup; channel: AlertChannel; wanted: boolean }

function Row({ preference, onChoose }: { preference: AlertPreference; onChoose: (choice: Choice) => void }) {
  const { group } = preference
  const { name, hint, fixed } = alertGroups[group]
  return (
    <tr>
      <th scope="row" className="py-3 pr-3 font-normal">
        <span className="block font-medium">{name}</span>
        <span className="block text-ink-soft">{hint}</span>
        {fixed && <span className="block text-12 text-ink-faint">Always on</span>}
      </th>
      {channels.map(({ channel, label }) => (
        <td key={channel} className="p-0 text-center">
          <label className="inline-flex size-11 cursor-pointer items-center justify-center has-disabled:cursor-not-allowed">
            <input
              type="checkbox"
              aria-label={`${name}: ${label.toLowerCase()}${fixed ? ', always on' : ''}`}
              checked={preference[channel]}
              disabled={fixed}
              onChange={event => onChoose({ group, channel, wanted: event.target.checked })}
              className="size-4 accent-accent coarse:size-5"
            />
          </label>
        </td>
      ))}
    </tr>
  )
}

/** Shown at once, and put back should it fail. */
function useChoose() {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: [alerts.prefer.path],
    // Quick ticks are sent in their order, so that the last one counts.
    scope: { id: 'choose alerts' },
    mutationFn: (choice: Choice) => call(alerts.prefer, { body: choice }),
    onMutate: ({ group, channel, wanted }) => {
      queryClient.setQueryData(preferencesQuery.queryKey, known =>
        known?.map(one => (one.group === group ? { ...one, [channel]: wanted } : one)),
      )
    },
    onSuccess: ({ data }) => {
      if (queryClient.isMutating({ mutationKey: [alerts.prefer.path] }) === 1) {
        queryClient.setQueryData(preferencesQuery.queryKey, data)
      }
    },
    onError: error => {
      toast.error(problemText(error))
      return queryClient.invalidateQueries({ queryKey: preferencesQuery.queryKey })
    },
  })
  return mutate
}
