import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { type Session, sessionLimits, sessions, sessionTexts } from '#shared/api/sessions.ts'
import { UnsavedGuard } from '#web/features/settings/unsaved-guard.tsx'
import { call } from '#web/lib/api.ts'
import { faultOf } from '#web/lib/fault-of.ts'
import { isConflict } from '#web/lib/problem-error.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureText } from '#web/ui/failure-text.tsx'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { lengthNote } from '#web/ui/length-note.tsx'
import { sessionQuery, showSession } from './queries.ts'

/** A session's description; its owner edits it in place. */
export function SessionDescription({ session }: { session: Session }) {
  const [editing, setEditing] = useState(false)
  const pencil = useRef<HTMLSpanElement>(null)

  function close() {
    setEditing(false)
    requestAnimationFrame(() => pencil.current?.querySelector('button')?.focus())
  }

  return (
    <section aria-labelledby="about">
      <div className="flex min-h-10 items-center justify-between gap-4">
        <h2 id="about" className="text-18">
          About
        </h2>
        {session.is_owner && !editing && (
          <span ref={pencil}>
            <IconButton label="Edit description" onClick={() => setEditing(true)}>
              <Pencil aria-hidden="true" className="size-4.5" />
            </IconButton>
          </span>
        )}
      </div>
      {editing ? (
        <Editor session={session} onClose={close} />
      ) : (
        <p className="mt-1 wrap-anywhere whitespace-pre-line" dir="auto">
          {session.description}
        </p>
      )}
    </section>
  )
}

function Editor({ session, onClose }: { session: Session; onClose: () => void }) {
  const queryClient = useQueryClient()
  // Not what is refetched: the text changes this one, and the server refuses to save over another.
  const [opened] = useState(session)
  /** What was saved somewhere else meanwhile, with another description. */
  const [newer, setNewer] = useState<Session | null>(null)
  const save = useMutation({
    mutationFn: async ({ text, version }: { text: string; version: number }) =>
      (await call(sessions.update, { body: { id: session.id, editedDescription: text, version } })).session,
    onSuccess: saved => {
      showSession(queryClient, saved)
      onClose()
    },
    onError: async (error, { text, version }) => {
      if (!isConflict(error)) return
      const found = await queryClient.fetchQuery({ ...sessionQuery(session.id), staleTime: 0 })
      showSession(queryClient, found)
      if (found.description !== opened.description) setNewer(found)
      // Only something else was changed, such as the title. The same version again would be refused again.
      else if (found.version !== version) save.mutate({ text, version: found.version })
    },
  })
  const form = useForm({
    initial: { editedDescription: session.description },
    check: ({ editedDescription }) => ({
      editedDescription: faultOf(sessionTexts.description, editedDescription),
    }),
    atOnce: ['editedDescription'],
    sending: save,
    onSubmit: ({ editedDescription }) =>
      save.mutate({ text: editedDescription.trim(), version: opened.version }),
  })
  const text = form.values.editedDescription
  const fault = form.faultAt('editedDescription')
  const replaced = newer && isConflict(save.error) ? newer : null
  return (
    <form
      {...form.props}
      aria-label="Description"
      className="mt-1 flex flex-col gap-3"
      onKeyDown={event =>
        event.key === 'Escape' && !save.isPending && text === session.description && onClose()
      }
    >
      <Field
        label="Description"
        error={fault ?? (replaced ? undefined : form.failure)}
        aside={lengthNote(text, sessionLimits.description)}
      >
        {aria => (
          <Textarea
            {...aria}
            autoFocus
            value={text}
            onChange={event => form.set({ editedDescription: event.target.value })}
          />
        )}
      </Field>
      {replaced && (
        <div className="rounded-10 bg-negative-wash px-4 py-3 text-14">
          <FailureText>You changed the description on another device or in another tab:</FailureText>
          <p className="mt-1 wrap-anywhere whitespace-pre-line" dir="auto">
            {replaced.description}
          </p>
          <Button
            size="sm"
            className="mt-2"
            disabled={fault !== undefined}
            onClick={() => save.mutate({ text: text.trim(), version: replaced.version })}
          >
            Save mine instead
          </Button>
        </div>
      )}
      <UnsavedGuard unsaved={text !== session.description} />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onClose} disabled={save.isPending}>
          Cancel
        </Button>
        <Button variant="primary" type="submit" pending={save.isPending} disabled={fault !== undefined}>
          Save
        </Button>
      </div>
    </form>
  )
}
