import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
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
import { faultOf } from '#web/lib/fault-of.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Choice } from '#web/ui/choice.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'

type Named = Pick<PersonCard, 'username' | 'name'>
/** A message comes with its author. */
type ReportSubject =
  | { post: Pick<PostCard, 'id' | 'post_name' | 'name'> }
  | { person: Named; message?: Message }

/** Reports a post, a person or a message to the operators. The text stays until it has arrived. */
export function ReportDialog({
  subject,
  details: begun = '',
  open,
  onClose,
}: {
  subject: ReportSubject
  /** The beginning of the details. */
  details?: string
  open: boolean
  onClose: () => void
}) {
  const [sent, setSent] = useState(false)
  const [wasOpen, setWasOpen] = useState(open)
  const send = useMutation({
    mutationKey: [reports.create.path],
    mutationFn: (body: { reason: ReportReason; details: string }) =>
      call(reports.create, { body: { ...about(subject), ...body } }),
    onSuccess: () => setSent(true),
  })
  const form = useForm({
    initial: { reason: null as ReportReason | null, details: begun },
    check: ({ reason, details }) => ({
      reason: reason === null ? 'Choose a reason.' : undefined,
      details: faultOf(reportTexts.details, details.trim()),
    }),
    atOnce: ['details'],
    sending: send,
    onSubmit: ({ reason, details }) => send.mutate({ reason: reason!, details: details.trim() }),
  })
  // Opened again after a report, it starts empty; after a failure it continues.
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open && sent) {
      form.reset()
      setSent(false)
    }
  }
  const words = wordsFor(subject)
  return (
    <ReasonDialog
      form={form}
      open={open}
      onClose={onClose}
      title={words.title}
      description={words.about}
      action="Send report"
      reason={{
        label: 'Details',
        optional: true,
        hint: words.hint,
        limit: reportDetailsLimit,
        ...form.field('details'),
      }}
      arrived={
        sent
          ? {
              title: 'Thank you',
              text: `We got your report. The Ignite team reviews every report and may ${words.outcome}. We won’t tell anyone that you reported it.`,
            }
          : undefined
      }
    >
      <Choice question={words.question} answers={reportReasons} {...form.field('reason')} />
    </ReasonDialog>
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
      question: 'What’s wrong with it?',
      hint: 'What should we look at? A page, a passage, where it was copied from.',
      outcome: 'hide or remove posts that break the rules',
    }
  }
  const { person, message } = subject
  if (message) {
    return {
      title: 'Report this message',
      about: (
        <>
          From <bdi>{person.name}</bdi>. We get a copy of it and the messages around it.
        </>
      ),
      question: 'What’s wrong with it?',
      hint: 'What should we know that isn’t in the conversation?',
      outcome: 'suspend people who break the rules',
    }
  }
  return {
    title: `Report ${person.name}`,
    about: `@${person.username}`,
    question: 'What’s wrong?',
    hint: 'What should we look at? Where did it happen?',
    outcome: 'suspend people who break the rules',
  }
}
