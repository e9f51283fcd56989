import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  type SupportCategory,
  support,
  supportCategories,
  supportMessageLimit,
  supportTexts,
} from '#shared/api/support.ts'
import { loginQuery } from '#web/features/logins/queries.ts'
import { call } from '#web/lib/api.ts'
import { faultOf } from '#web/lib/fault-of.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { randomUuid } from '#web/lib/random-uuid.ts'
import { type FormField, useForm } from '#web/lib/use-form.ts'
import { useUnloadWarning } from '#web/lib/use-unload-warning.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { lengthNote } from '#web/ui/length-note.tsx'
import { Select } from '#web/ui/select.tsx'

type Values = { category: SupportCategory; message: string; name: string; email: string }

const empty: Values = { category: 'account', message: '', name: '', email: '' }

/** Writes to the operators. The text stays until it has arrived. */
export function ContactDialog({
  booking,
  open,
  onClose,
}: {
  /** The one that the message is about. */
  booking: string | undefined
  open: boolean
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const login = useQuery(loginQuery).data ?? null
  // An unconfirmed address may be somebody else's, or closed.
  const ownAddress = login && login.email_confirmed !== false ? login.email : null
  const [answeredAt, setAnsweredAt] = useState<string | null>(null)
  // The same words again may have arrived, and their answer was lost.
  const sent = useRef<{ words: string; id: string }>(null)
  const messageBox = useRef<HTMLTextAreaElement>(null)
  const send = useMutation({
    mutationFn: ({ category, message, name, email }: Values) => {
      const body = {
        category,
        message: withBooking(message),
        ...(!login && { name }),
        ...(!ownAddress && { email }),
      }
      const words = JSON.stringify(body)
      if (sent.current?.words !== words) sent.current = { words, id: randomUuid() }
      return call(support.send, { body: { ...body, client_id: sent.current.id } })
    },
    onSuccess: (_, { email }) => {
      setAnsweredAt(ownAddress ?? email.trim())
      form.reset()
      sent.current = null
    },
    // The login ended meanwhile: the fields of a visitor appear.
    onError(error) {
      const asksWho = error instanceof ProblemError && error.fields.some(({ path }) => path === 'body.name')
      if (asksWho) void queryClient.refetchQueries(loginQuery)
    },
  })
  const withBooking = (message: string) =>
    booking && message.trim() ? `${message}\n\nBooking ${booking}` : message
  const form = useForm({
    initial: (): Values => (booking ? { ...empty, category: 'bookings' } : empty),
    check: ({ message, name, email }) => ({
      category: undefined,
      message: faultOf(supportTexts.message, withBooking(message)),
      name: login ? undefined : faultOf(supportTexts.name, name),
      email: ownAddress ? undefined : faultOf(supportTexts.email, email),
    }),
    sending: send,
    onSubmit: values => send.mutate(values),
  })
  const { category, message } = form.values
  useUnloadWarning(open && answeredAt === null && message !== '')
  if (!open && answeredAt !== null) setAnsweredAt(null)
  return (
    <FormDialog
      form={{ ...form, failure: form.failure && `${form.failure} Your message is still here.` }}
      open={open}
      onClose={onClose}
      title="Contact Support"
      initialFocus={messageBox}
      description={
        ownAddress
          ? `We’ll reply by email to ${ownAddress}.`
          : 'Your message goes to the Ignite team. We’ll reply by email.'
      }
      action="Send"
      arrived={
        answeredAt === null
          ? undefined
          : {
              title: 'Message sent',
              text: (
                <>
                  Thanks for writing. We’ll reply by email to{' '}
                  <strong className="font-semibold break-all text-ink">{answeredAt}</strong>.
                </>
              ),
            }
      }
    >
      <Field label="About" error={form.faultAt('category')}>
        {aria => (
          <Select
            {...aria}
            value={category}
            onChange={event => form.set({ category: event.target.value as SupportCategory })}
            className="w-full"
          >
            {Object.entries(supportCategories).map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Message"
        required
        aside={lengthNote(message, supportMessageLimit)}
        error={form.faultAt('message')}
      >
        {aria => (
          <Textarea
            {...aria}
            ref={messageBox}
            value={message}
            onChange={event => form.set({ message: event.target.value })}
            rows={6}
            placeholder="What happened, and what did you expect?"
          />
        )}
      </Field>
      {booking && (
        <p className="text-14 text-ink-soft">
          We’ll know that it’s about booking <span className="figures wrap-anywhere">{booking}</span>.
        </p>
      )}
      {!ownAddress && (
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          {!login && <TextField {...form.field('name')} label="Your name" autoComplete="name" />}
          <TextField {...form.field('email')} label="Your email" type="email" autoComplete="email" />
        </div>
      )}
    </FormDialog>
  )
}

function TextField({
  value,
  onChange,
  error,
  label,
  ...input
}: FormField<string> & { label: string; type?: 'email'; autoComplete: string }) {
  return (
    <Field label={label} required error={error}>
      {aria => <Input {...aria} {...input} value={value} onChange={event => onChange(event.target.value)} />}
    </Field>
  )
}
