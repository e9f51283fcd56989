import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import {
  type SupportCategory,
  support,
  supportCategories,
  supportMessageLimit,
  supportTexts,
} from '#shared/api/support.ts'
import { loginQuery } from '#web/features/login/queries.ts'
import { call } from '#web/lib/api.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'

type Values = { category: SupportCategory; message: string; name: string; email: string }

const shared = {
  category: z.enum(Object.keys(supportCategories) as [SupportCategory]),
  message: supportTexts.message,
}
const ofStranger = standardSchemaResolver(
  z.object({ ...shared, name: supportTexts.name, email: supportTexts.email }),
)
const ofLogin = standardSchemaResolver(z.object({ ...shared, name: z.string(), email: z.string() }))

/** Writes to the people who run Ignite. What was typed stays until it has arrived. */
export function ContactDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const formId = useId()
  const login = useQuery(loginQuery).data ?? null
  const [answeredAt, setAnsweredAt] = useState<string | null>(null)
  const form = useForm<Values>({
    defaultValues: { category: 'account', message: '', name: '', email: '' },
    resolver: login ? ofLogin : ofStranger,
  })
  const { errors } = form.formState
  const messageBox = useRef<HTMLTextAreaElement>(null)
  const { ref: registerMessage, ...messageField } = form.register('message')
  const send = useMutation({
    mutationFn: ({ category, message, name, email }: Values) =>
      call(support.send, { body: { category, message, ...(!login && { name, email }) } }),
    onSuccess: (_, { email }) => {
      setAnsweredAt(login?.email ?? email.trim())
      form.reset()
    },
    onError: error => {
      for (const { path, message } of error instanceof ProblemError ? error.fields : []) {
        form.setError(path.replace('body.', '') as keyof Values, { message }, { shouldFocus: true })
      }
    },
  })
  const close = () => {
    onClose()
    setAnsweredAt(null)
  }
  if (answeredAt !== null) {
    return (
      <Dialog
        open={open}
        onClose={close}
        title="Your message is on its way"
        size="sm"
        footer={
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        }
      >
        <p role="status" className="text-ink-soft">
          Thank you for writing. We answer by mail to{' '}
          <strong className="font-semibold break-all text-ink">{answeredAt}</strong>.
        </p>
      </Dialog>
    )
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Contact Support"
      initialFocus={messageBox}
      description={
        login
          ? `We answer by mail to ${login.email}.`
          : 'It reaches the people who run Ignite. They answer by mail.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} pending={send.isPending}>
            Send
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        aria-label="Contact Support"
        className="flex flex-col gap-5 pt-1"
        onSubmit={event => void form.handleSubmit(values => send.mutate(values))(event)}
      >
        <Field label="About" error={errors.category?.message}>
          {aria => (
            <Select {...aria} {...form.register('category')} className="w-full">
              {Object.entries(supportCategories).map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Message" required error={errors.message?.message}>
          {aria => (
            <Textarea
              {...aria}
              {...messageField}
              ref={element => {
                registerMessage(element)
                messageBox.current = element
              }}
              rows={6}
              maxLength={supportMessageLimit}
              placeholder="What happened, and what did you expect?"
            />
          )}
        </Field>
        {!login && (
          <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
            <Field label="Your name" required error={errors.name?.message}>
              {aria => <Input {...aria} {...form.register('name')} autoComplete="name" />}
            </Field>
            <Field label="Your e-mail" required error={errors.email?.message}>
              {aria => <Input {...aria} {...form.register('email')} type="email" autoComplete="email" />}
            </Field>
          </div>
        )}
        {send.isError && (
          <p role="alert" className="rounded-10 bg-negative-wash px-4 py-3 text-14 text-negative">
            {problemText(send.error)} Your message is still here.
          </p>
        )}
      </form>
    </Dialog>
  )
}
