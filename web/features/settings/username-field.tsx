import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type OwnProfile, profiles } from '#shared/api/profiles.ts'
import { canonicalUsername, usernameFault, usernameLimits } from '#shared/domain/usernames.ts'
import { showOwnProfile } from '#web/features/profiles/queries.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'

const { changes, changesWithinDays, heldDays } = usernameLimits

/** Whether a name is free. Another person can take it at any moment, so an answer is soon asked for again. */
const availabilityQuery = (username: string) =>
  queryOptions({
    queryKey: [profiles.checkUsername.path, username],
    queryFn: ({ signal }) => call(profiles.checkUsername, { query: { username } }, { signal }),
    staleTime: 10_000,
  })

/** One's username: says while one types whether a name can be had, and what taking it means. */
export function UsernameField({ profile }: { profile: OwnProfile }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(profile.username)
  const name = canonicalUsername(typed)
  const changed = name !== profile.username
  const fault = changed ? usernameFault(name) : null
  const settled = useSettled(name)
  const check = useQuery({
    ...availabilityQuery(settled),
    enabled: changed && fault === null && settled === name,
  })
  const answer = changed && fault === null && settled === name ? check.data : undefined
  const rename = useMutation({
    mutationFn: async () => (await call(profiles.rename, { body: { username: name } })).profile,
    onSuccess: saved => {
      showOwnProfile(queryClient, saved)
      setTyped(saved.username)
      toast.success(`You are now @${saved.username}.`)
    },
    onError: () => queryClient.invalidateQueries({ queryKey: [profiles.checkUsername.path] }),
  })
  const locked = profile.username_locked_days

  function submit(event: FormEvent) {
    event.preventDefault()
    if (changed && fault === null && answer?.available !== false && !rename.isPending) rename.mutate()
  }

  const refusal = rename.isError ? problemText(rename.error) : null
  const failure = check.isError && changed && !check.isFetching ? problemText(check.error) : null
  const error = fault ?? (answer?.available === false ? answer.reason : null) ?? refusal ?? failure
  return (
    <form noValidate aria-label="Username" onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label="Username"
        error={error ?? undefined}
        hint={locked > 0 ? lockedText(locked) : 'Letters from a to z, digits, dots, dashes and underscores.'}
      >
        {aria => (
          <Input
            {...aria}
            value={typed}
            onChange={event => {
              rename.reset()
              setTyped(event.target.value)
            }}
            disabled={locked > 0}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="figures"
          />
        )}
      </Field>
      <p role="status" className="-mt-1 text-12 font-medium text-positive empty:hidden">
        {answer?.available && !error && `@${name} is free.`}
        {changed && !fault && !answer && !error && <span className="text-ink-faint">Looking…</span>}
      </p>
      <p className="text-14 text-ink-soft">
        The address of your profile:
        <span className="figures block wrap-anywhere text-ink">
          {location.host}/profile/{(!fault && name) || profile.username}
        </span>
      </p>
      {locked === 0 && (
        <p className="text-12 text-ink-faint">
          You can change it {changes} times in {changesWithinDays} days. Links to your former name lead on to
          you, and for {heldDays} days nobody else can take it.
        </p>
      )}
      {changed && (
        <div className="flex gap-2">
          <Button
            variant="primary"
            type="submit"
            pending={rename.isPending}
            disabled={!answer?.available || refusal !== null}
          >
            Change username
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              rename.reset()
              setTyped(profile.username)
            }}
          >
            Keep @{profile.username}
          </Button>
        </div>
      )}
    </form>
  )
}

function lockedText(days: number): string {
  return (
    `You changed it ${changes} times in the last ${changesWithinDays} days. ` +
    `You can change it again in ${days === 1 ? 'a day' : `${days} days`}.`
  )
}
