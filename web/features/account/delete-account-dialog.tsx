import { leastWithdrawalCents } from '#shared/api/wallets.ts'
import { counted } from '#shared/domain/counted.ts'
import { formatDollars } from '#shared/domain/money.ts'
import { refundPolicy, studentTerms } from '#shared/domain/refund-policy.ts'
import { canonicalUsername, usernameLimits } from '#shared/domain/usernames.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/input.tsx'

/** Asks before an account is deleted: says what is lost, and requires typing the username. */
export function DeleteAccountDialog({
  open,
  onClose,
  username,
  posts,
  removal,
  onDelete,
}: {
  open: boolean
  onClose: () => void
  username: string
  /** The number of posts, if known. */
  posts: number | undefined
  removal: { isPending: boolean; error: Error | null }
  onDelete: (typed: string) => void
}) {
  const form = useForm({
    initial: { username: '' },
    check: () => ({ username: undefined }),
    sending: removal,
    onSubmit: typed => onDelete(typed.username),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title="Delete your account?"
      action="Delete permanently"
      variant="danger"
      ready={canonicalUsername(form.values.username) === username}
      keep="Keep my account"
    >
      <div className="text-14 text-ink-soft">
        <p>This permanently deletes:</p>
        <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 marker:text-line-strong">
          <li>{postsText(posts)}, even for people who saved them</li>
          <li>
            your profile, picture and username (nobody can take it for {usernameLimits.heldDays} days, not
            even you)
          </li>
          <li>your messages, for the other person too, and your chats with Study Pal AI</li>
          <li>your own boards, saved posts, notes and reading progress</li>
          <li>the people you follow and block, your followers, and your classes</li>
          <li>any data export you haven’t downloaded</li>
          <li>any wallet balance under {formatDollars(leastWithdrawalCents)}</li>
        </ul>
        <p className="mt-3">
          We cancel your sessions and your meetings that haven’t started. Your students get a full refund. For
          requests that a tutor hasn’t accepted, you get a full refund. For other meetings you booked, you get{' '}
          {studentTerms(refundPolicy)}.
        </p>
        <p className="mt-3">You’ll be signed out everywhere right away. You can’t undo this.</p>
      </div>
      <Field label={`Type your username, ${username}, to confirm`} error={form.faultAt('username')}>
        {aria => (
          <Input
            {...aria}
            value={form.values.username}
            onChange={event => form.set({ username: event.target.value })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
    </FormDialog>
  )
}

function postsText(count: number | undefined): string {
  if (!count) return 'your posts and their files'
  return count === 1 ? 'your post and its file' : `your ${counted(count, 'post', 'posts')} and their files`
}
