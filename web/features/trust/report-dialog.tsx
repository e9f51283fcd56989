import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { Message } from '#shared/api/messages.ts'
import type { PersonCard } from '#shared/api/people.ts'
import type { PostCard } from '#shared/api/posts.ts'
import {
  type ReportReason,
  reportDetailsLimit,
  reportReasons,
  reports,
  reportTexts,
} from '#shared/api/reports.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { ReasonChoice } from './reason-choice.tsx'

type Named = Pick<PersonCard, 'username' | 'name'>
/** A message comes with the person who wrote it. */
type ReportSubject =
  | { post: Pick<PostCard, 'id' | 'post_name' | 'name'> }
  | { person: Named; message?: Message }

/** Reports a post, a person or a message to the people who run Ignite. What was written stays until it has arrived. */
export function ReportDialog({
  subject,
  details: begun = '',
  open,
  onClose,
}: {
  subject: ReportSubject
  /** What the details begin with. */
  details?: string
  open: boolean
  onClose: () => void
}) {
  const form = useId()
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [details, setDetails] = useState(begun)
  const [checked, setChecked] = useState(false)
  const [sent, setSent] = useState(false)
  const [wasOpen, setWasOpen] = useState(open)
  const done = useRef<HTMLButtonElement>(null)
  const send = useMutation({
    mutationKey: [reports.create.path],
    mutationFn: (body: { reason: ReportReason; details: string }) =>
      call(reports.create, { body: { ...about(subject), ...body } }),
    onSuccess: () => setSent(true),
  })
  // Opened again after a report, it begins anew; after a failure it goes on.
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open && sent) {
      setReason(null)
      setDetails(begun)
      setChecked(false)
      setSent(false)
    }
  }
  const words = wordsFor(subject)
  const parsed = z.safeParse(reportTexts.details, details.trim())

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (reason !== null && parsed.success && !send.isPending) send.mutate({ reason, details: parsed.data })
  }

  useEffect(() => {
    if (sent) done.current?.focus()
  }, [sent])
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={sent ? 'Thank you' : words.title}
      description={sent ? undefined : words.about}
      footer={
        sent ? (
          <Button ref={done} variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" type="submit" form={form} pending={send.isPending}>
              Send report
            </Button>
          </>
        )
      }
    >
      {sent ? (
        <p role="status" className="text-14 text-ink-soft">
          Your report has arrived. The people who run Ignite look at each one, and {words.outcome}. Nobody
          else learns that you reported it.
        </p>
      ) : (
        <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
          <ReasonChoice
            question={words.question}
            reasons={reportReasons}
            value={reason}
            onChange={setReason}
            error={checked && reason === null ? 'Choose a reason.' : undefined}
          />
          <Field
            label="Details"
            optional
            hint={words.hint}
            aside={
              details.length > reportDetailsLimit / 2 && `${[...details].length} / ${reportDetailsLimit}`
            }
            error={parsed.success ? undefined : parsed.error.issues[0]?.message}
          >
            {control => (
              <Textarea {...control} value={details} onChange={event => setDetails(event.target.value)} />
            )}
          </Field>
          <p role="alert" className="text-14 font-medium text-negative empty:hidden">
            {send.isError && problemText(send.error)}
          </p>
        </form>
      )}
    </Dialog>
  )
}

function about(subject: ReportSubject) {
  if ('post' in subject) return { post_id: subject.post.id }
  const { person, message } = subject
  if (!message) return { username: person.username }
  return { message: { conversation_id: message.conversation_id, seq: message.seq } }
}

type Words = { title: string; about: ReactNode; question: string; hint: string; outcome: string }

function wordsFor(subject: ReportSubject): Words {
  if ('post' in subject) {
    return {
      title: 'Report this post',
      about: (
        <>
          “<bdi>{subject.post.post_name}</bdi>” by <bdi>{subject.post.name}</bdi>
        </>
      ),
      question: 'What is wrong with it?',
      hint: 'What should we look at? A page, a passage, where it was copied from.',
      outcome: 'hide or remove what doesn’t belong here',
    }
  }
  const { person, message } = subject
  if (message) {
    return {
      title: 'Report this message',
      about: (
        <>
          From <bdi>{person.name}</bdi>. We get a copy of it and of what you two wrote around it.
        </>
      ),
      question: 'What is wrong with it?',
      hint: 'What should we know that isn’t in the conversation?',
      outcome: 'suspend whoever breaks our rules',
    }
  }
  return {
    title: `Report ${person.name}`,
    about: `@${person.username}`,
    question: 'What is wrong?',
    hint: 'What should we look at? Where did it happen?',
    outcome: 'hide or remove what doesn’t belong here',
  }
}
