import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type OwnProfile, profiles } from '#shared/api/profiles.ts'
import { canonicalUsername, usernameFault, usernameLimits } from '#shared/domain/usernames.ts'
import { showOwnProfile } from '#web/features/profiles/queries.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'

const { changes, changesWithinDays, heldDays } = usernameLimits

/** Whether a name is free. Another person can take it at any moment, so an answer soon goes stale. */
const availabilityQuery = (username: string) =>
  queryOptions({
    queryKey: [profiles.checkUsername.path, username],
    queryFn: ({ signal }) => call(profiles.checkUsername, { query: { username } }, { signal }),
    staleTime: 10_000,
  })

/** What is known of a typed name. */
type Availability =
  | { is: 'own' | 'checking' | 'free' }
  | {
      /** `failed`: nobody knows, because the call failed. */
      is: 'wrong' | 'taken' | 'failed'
      text: string
    }

function useAvailability(name: string, profile: OwnProfile): Availability {
  const isOwn = name === profile.username
  const fault = faultIn(name, profile)
  const settled = useSettled(name)
  const isAsked = !isOwn && !fault && settled === name
  const { data, error, isFetching } = useQuery({ ...availabilityQuery(settled), enabled: isAsked })
  if (isOwn) return { is: 'own' }
  if (fault) return { is: 'wrong', text: fault }
  if (isAsked && data) return data.reason === null ? { is: 'free' } : { is: 'taken', text: data.reason }
  if (error && !isFetching) return { is: 'failed', text: problemText(error) }
  return { is: 'checking' }
}

/** The person's username: says while typing whether a name is free, and what changing to it means. */
export function UsernameField({ profile }: { profile: OwnProfile }) {
  const queryClient = useQueryClient()
  const rename = useMutation({
    mutationFn: async (username: string) => (await call(profiles.rename, { body: { username } })).profile,
    onSuccess: saved => {
      showOwnProfile(queryClient, saved)
      form.reset({ username: saved.username })
      toast.success(`You’re now @${saved.username}.`)
    },
    onError: () => queryClient.invalidateQueries({ queryKey: [profiles.checkUsername.path] }),
  })
  const form = useForm({
    initial: { username: profile.username },
    check: values => ({ username: faultIn(values.username, profile) }),
    atOnce: ['username'],
    sending: rename,
    onSubmit: () => {
      if (availability.is !== 'own' && availability.is !== 'taken') rename.mutate(name)
    },
  })
  const [latest, setLatest] = useState(profile.username)
  if (profile.username !== latest) {
    setLatest(profile.username)
    // Renamed on another device. Without this, the old name would count as typed here and be offered as available.
    if (form.values.username === latest) form.reset({ username: profile.username })
  }
  const name = canonicalUsername(form.values.username)
  const availability = useAvailability(name, profile)
  const locked = profile.username_locked_days
  const refusal = form.failure
  const error = ('text' in availability ? availability.text : undefined) ?? refusal
  return (
    <form {...form.props} aria-label="Username" className="flex flex-col gap-3">
      <Field
        label="Username"
        error={error}
        hint={locked > 0 ? lockedText(locked) : 'Letters from a to z, digits, dots, dashes and underscores.'}
      >
        {aria => (
          <Input
            {...aria}
            value={form.values.username}
            onChange={event => {
              rename.reset()
              form.set({ username: event.target.value })
            }}
            disabled={locked > 0}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="figures"
          />
        )}
      </Field>
      <p role="status" className="-mt-1 text-12 font-medium text-positive empty:sr-only">
        {availability.is === 'free' && !error && `@${name} is available.`}
        {availability.is === 'checking' && !error && <span className="text-ink-faint">Checking…</span>}
      </p>
      <p className="text-14 text-ink-soft">
        Your profile link:
        <span className="figures block wrap-anywhere text-ink">
          {location.host}/profile/{availability.is === 'wrong' ? profile.username : name}
        </span>
      </p>
      {locked === 0 && (
        <p className="text-12 text-ink-faint">
          You can change it {changes} times in {changesWithinDays} days. Links to your old username still
          work, and nobody else can take it for {heldDays} days.
        </p>
      )}
      {availability.is !== 'own' && (
        <div className="flex gap-2">
          <Button
            variant="primary"
            type="submit"
            pending={rename.isPending}
            disabled={availability.is !== 'free' || refusal !== undefined}
          >
            Change username
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              rename.reset()
              form.reset({ username: profile.username })
            }}
          >
            Keep @{profile.username}
          </Button>
        </div>
      )}
    </form>
  )
}

/** What is wrong with a name, unless it is the person's current one. */
function faultIn(typed: string, { username }: OwnProfile): string | undefined {
  const name = canonicalUsername(typed)
  return (name !== username && usernameFault(name)) || undefined
}

function lockedText(days: number): string {
  return (
    `You changed it ${changes} times in the last ${changesWithinDays} days. ` +
    `You can change it again in ${days === 1 ? 'a day' : `${days} days`}.`
  )
}
