import { useId, useRef, useState } from 'react'
import { canonicalUsername } from '#shared/domain/usernames.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

/** Asks before an account is deleted: says what is lost, and wants the username typed. */
export function DeleteAccountDialog({
  open,
  onClose,
  username,
  posts,
  pending,
  error,
  onDelete,
}: {
  open: boolean
  onClose: () => void
  username: string
  /** How many posts there are, where that is known. */
  posts: number | undefined
  pending: boolean
  error: Error | null
  onDelete: (typed: string) => void
}) {
  const formId = useId()
  const [typed, setTyped] = useState('')
  const cancel = useRef<HTMLButtonElement>(null)
  const matches = canonicalUsername(typed) === username
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Delete your account?"
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            Keep my account
          </Button>
          <Button variant="danger" type="submit" form={formId} disabled={!matches} pending={pending}>
            Delete for good
          </Button>
        </>
      }
    >
      <form
        id={formId}
        aria-label="Delete your account"
        className="flex flex-col gap-5 text-14"
        onSubmit={event => {
          event.preventDefault()
          if (matches) onDelete(typed)
        }}
      >
        <div className="text-ink-soft">
          <p>This removes, for good:</p>
          <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 marker:text-line-strong">
            <li>{postsText(posts)}, also from the saved posts of others</li>
            <li>your profile, picture and username, which somebody else can then take</li>
            <li>what you saved, with your notes, and where you stopped reading</li>
            <li>whom you follow and block, who follows you, and your classes</li>
            <li>any export of your data that you haven’t downloaded</li>
          </ul>
          <p className="mt-3">You are signed out everywhere at once. Nothing brings the account back.</p>
        </div>
        <Field
          label={`Type your username, ${username}, to confirm`}
          error={error ? problemText(error) : undefined}
        >
          {aria => (
            <Input
              {...aria}
              value={typed}
              onChange={event => setTyped(event.target.value)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}

function postsText(count: number | undefined): string {
  if (!count) return 'what you posted, with its files'
  return count === 1 ? 'your post, with its file' : `your ${count} posts, with their files`
}
