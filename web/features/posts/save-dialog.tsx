import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { type PostCard, postLimits, postTexts } from '#shared/api/posts.ts'
import { courseStyle } from '#web/features/courses/course-style.ts'
import { useUnloadWarning } from '#web/lib/use-unload-warning.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { lengthNote } from '#web/ui/length-note.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast.ts'
import { saveDialog } from './post-dialogs.ts'
import { PostThumbnail } from './post-thumbnail.tsx'
import { useNewestPost } from './use-newest-post.ts'
import { saveFailure, useSavePost } from './use-save-post.ts'

/** Typed but unsaved notes, by post: only Cancel discards them. */
const drafts = new Map<string, string>()

/** Saves a post with the person's notes, or removes it from the saved ones. */
export function SaveDialog({
  post: card,
  open,
  kept,
  onClose,
  focusAfter,
}: {
  post: PostCard
  open: boolean
  /** Whether it was closed with something in it that isn’t saved. */
  kept: boolean
  onClose: () => void
  focusAfter: () => HTMLElement | null
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [notes, setNotes] = useState(drafts.get(card.id) ?? card.notes ?? '')
  const { post, waits } = useNewestPost(card, newest => {
    if (!drafts.has(card.id)) setNotes(newest.notes ?? '')
  })
  const [fault, setFault] = useState<string>()
  const { change, saving, removing } = useSavePost(post, error => {
    setFault(saveFailure(error))
    if (open) return
    toast.error(saveFailure(error), { action: { label: 'Open', onClick: () => saveDialog.open(card) } })
  })
  useUnloadWarning((open || kept) && drafts.has(card.id))

  function save() {
    if (waits || saving) return
    const checked = z.safeParse(postTexts.notes, notes.trim())
    if (!checked.success) {
      setFault(checked.error.issues[0]!.message)
      return field.current?.focus()
    }
    setFault(undefined)
    change({ notes: checked.data }, { onSuccess: finish })
  }

  function type(text: string) {
    setNotes(text)
    if (text.trim() === (post.notes ?? '')) drafts.delete(card.id)
    else drafts.set(card.id, text)
  }

  function close() {
    const unsaved = drafts.has(card.id)
    saveDialog.close(card, { kept: unsaved })
    if (!unsaved || saving) return
    toast.message('Your notes aren’t saved yet.', {
      action: { label: 'Resume', onClick: () => saveDialog.open(card) },
    })
  }

  /** Once the notes are saved or nobody wants them. */
  function finish() {
    drafts.delete(card.id)
    onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={post.saved ? 'Saved post' : 'Save post'}
      initialFocus={field}
      finalFocus={focusAfter}
      footer={
        <>
          {post.saved && (
            <Button
              variant="quiet"
              disabled={waits}
              pending={removing}
              className="mr-auto -ml-2"
              onClick={() => change(null, { onSuccess: finish })}
            >
              Remove Post
            </Button>
          )}
          {/* It would delete notes that may not arrive. */}
          <Button disabled={saving} onClick={finish}>
            Cancel
          </Button>
          <Button variant="primary" pending={saving || waits} onClick={save}>
            Save Post
          </Button>
        </>
      }
    >
      <SavedPost post={post} />
      <Field
        label="Notes"
        optional
        hint="Only you see them."
        error={fault}
        aside={lengthNote(notes, postLimits.notes)}
      >
        {control => (
          <Textarea
            {...control}
            ref={field}
            rows={5}
            readOnly={waits || saving}
            placeholder="What’s it for? What should you look at again?"
            value={notes}
            onChange={event => type(event.target.value)}
            onKeyDown={event => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save()
            }}
          />
        )}
      </Field>
    </Dialog>
  )
}

/** The post, without the links of its card, which would leave the dialog. */
function SavedPost({ post }: { post: PostCard }) {
  return (
    <div className="course-tint mb-5 flex items-center gap-4" style={courseStyle(post)}>
      <PostThumbnail
        post={post}
        eager
        className="h-22 w-18 shrink-0 rounded-6 border border-line border-l-4 border-l-course"
      />
      <div className="min-w-0">
        <p className="line-clamp-2 font-serif text-18 font-semibold" title={post.post_name} dir="auto">
          {post.post_name}
        </p>
        <p className="mt-1.5 flex min-w-0 items-center gap-2 text-14 text-ink-soft">
          <Avatar name={post.name} image={post.profile_image} className="size-6!" />
          <span className="min-w-0 truncate" title={post.name} dir="auto">
            {post.name}
          </span>
          <RelativeTime date={post.date} className="shrink-0 text-12 text-ink-faint" />
        </p>
      </div>
    </div>
  )
}
