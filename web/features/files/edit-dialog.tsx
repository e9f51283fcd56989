import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type PostCard, posts } from '#shared/api/posts.ts'
import { pdfChangesText } from '#shared/domain/pdf-changes.ts'
import { editDialog } from '#web/features/posts/post-dialogs.ts'
import { useNewestPost } from '#web/features/posts/use-newest-post.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureText } from '#web/ui/failure-text.tsx'
import { toast } from '#web/ui/toast.ts'
import { CourseAndCrn } from './course-and-crn.tsx'
import { DropCurtain } from './drop-curtain.tsx'
import { showEdited, valuesOf } from './edit-post.ts'
import { FormFields } from './form-fields.tsx'
import { prepareDocument } from './prepare-document.ts'
import { PresentFile } from './present-file.tsx'
import { changeOf, type Sent, sendDocument, sendThumbnail } from './send-document.ts'
import { SendingStatus } from './sending-status.tsx'
import { DetailsField, TopicField } from './text-fields.tsx'
import {
  type FieldName,
  faultsOf,
  fieldOf,
  postOf,
  type UploadForm,
  type UploadValues,
} from './upload-form.ts'
import type { OwnThumbnail } from './upload-record.ts'
import { Uploads } from './uploads.ts'
import { useFileDrop } from './use-file-drop.ts'
import { useUploadsOfForm } from './use-uploads-of-form.ts'

/** The form of a person's own post. What they changed stays until they save or cancel it. */
export function EditDialog({
  post: card,
  open,
  kept,
  onClose,
}: {
  post: PostCard
  open: boolean
  /** Whether it was closed with something in it that isn’t saved. */
  kept: boolean
  onClose: () => void
}) {
  const navigate = useNavigate()
  const { post, waits } = useNewestPost(card, newest => form.reset(valuesOf(newest)))
  const uploads = useUploadsFor(post)
  const { records, sending } = useSyncExternalStore(uploads.subscribe, uploads.state)
  const [thumbnail, setThumbnail] = useState<OwnThumbnail | null>(null)
  const save = useSave(post, uploads, thumbnail, () => {
    if (open) return
    toast.error(`We couldn’t save your changes to “${post.post_name}”.`, {
      action: { label: 'Open', onClick: () => editDialog.open(post) },
    })
  })
  const form: UploadForm = useForm<UploadValues, FieldName>({
    initial: () => valuesOf(post),
    check: values => ({ ...faultsOf(values, records), files: undefined }),
    sending: save,
    fieldOf: path => fieldOf(path, '', false),
    onSubmit: values =>
      save.mutate(values, {
        onSuccess(sent) {
          if (!sent) return
          toast.success('Your changes are saved.', {
            action: {
              label: 'View post',
              onClick: () => void navigate({ to: '/ignite/$postId', params: { postId: post.id } }),
            },
          })
          const changes = pdfChangesText(sent.changes)
          if (changes) toast.message(changes)
          onClose()
        },
      }),
  })
  const changed = records.length > 0 || thumbnail !== null || differs(form.values, valuesOf(post))

  useUploadsOfForm(uploads, sending || (changed && (open || kept)))

  function close() {
    editDialog.close(post, { kept: changed })
    if (sending) toast.message('Your upload continues in the background.')
    else if (changed && !save.isPending) {
      toast.message('Your changes aren’t saved yet.', {
        action: { label: 'Resume', onClick: () => editDialog.open(post) },
      })
    }
  }

  async function replace(file: File | undefined) {
    for (const { id } of uploads.state().records) uploads.remove(id)
    if (!file) return
    await uploads.add([file])
    // The person chose it for the post, whichever document it gets.
    const [record] = uploads.state().records
    if (record && thumbnail) void uploads.setThumbnail(record.id, thumbnail)
  }

  const over = useFileDrop(open, ([file]) => {
    if (!form.pending && !waits) void replace(file)
  })

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Edit post"
      footer={
        <>
          <FailureText className="w-full">
            {records.some(({ state }) => state.is === 'failed') ? undefined : form.failure}
          </FailureText>
          {sending ? (
            <SendingStatus records={records} onCancel={() => uploads.cancel()} />
          ) : (
            <Button disabled={save.isPending} onClick={onClose}>
              Cancel
            </Button>
          )}
          {/* Stays where it was pressed, or the second click of a double click would hit Cancel. It also keeps the focus. */}
          <Button
            variant="primary"
            type="submit"
            form={form.props.id}
            pending={save.isPending || waits}
            disabled={!changed && !waits}
            className="min-w-24 self-center"
          >
            Save
          </Button>
        </>
      }
    >
      {over && <DropCurtain text="Drop to replace the document" />}
      <form {...form.props} aria-label="Edit post">
        <FormFields disabled={form.pending || waits}>
          <PresentFile
            post={post}
            record={records[0]}
            sending={sending}
            thumbnail={thumbnail}
            onThumbnail={setThumbnail}
            actions={{
              add: ([file]) => void replace(file),
              remove: id => uploads.remove(id),
              retry: ({ id, state }) => {
                if (state.is === 'failed' && state.during === 'sending')
                  form.props.ref.current?.requestSubmit()
                else uploads.prepare(id)
              },
              setThumbnail(id, thumb) {
                setThumbnail(thumb)
                void uploads.setThumbnail(id, thumb)
              },
            }}
          />
          <TopicField {...form.field('post_name')} />
          <CourseAndCrn form={form} />
          <DetailsField {...form.field('details')} />
        </FormFields>
      </form>
    </Dialog>
  )
}

/** The new document of a post, which may change until that is sent. */
function useUploadsFor(post: PostCard): Uploads {
  const before = useRef(post)
  useEffect(() => {
    before.current = post
  }, [post])
  const [uploads] = useState(
    () =>
      new Uploads({
        prepare: prepareDocument,
        send: (prepared, fields, already, options) =>
          sendDocument(prepared, fields, already, options, changeOf(before.current)),
      }),
  )
  return uploads
}

/** Saves the form: with a new document if there is one. Null if the person canceled its upload. */
function useSave(post: PostCard, uploads: Uploads, thumbnail: OwnThumbnail | null, onFailed: () => void) {
  const queryClient = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationKey: [posts.update.path, post.id],
    async mutationFn(values: UploadValues): Promise<Sent | null> {
      const [record] = uploads.state().records
      const fields = postOf(values, record?.id ?? '', false)
      if (!record) {
        const thumb_url = thumbnail && (await sendOwn(thumbnail))
        return changeOf(post)(fields, { thumb_url })
      }
      const { posts, problems } = await uploads.send(() => fields)
      const [problem] = problems
      // A fault of the text belongs to its field; the file itself is fine.
      if (problem?.fields.some(({ path }) => fieldOf(path, record.id, false))) uploads.settle(record.id)
      if (problem) throw problem
      const state = uploads.state().records[0]?.state
      return posts[0] ? { post: posts[0], changes: state?.is === 'posted' ? [...state.changes] : [] } : null
    },
    onSuccess(sent) {
      if (!sent) return
      showEdited(queryClient, post, sent.post)
      // The title of the post's page is the tab's, too.
      void router.invalidate()
    },
    onError: onFailed,
  })
}

function sendOwn({ image }: OwnThumbnail): Promise<string> {
  return sendThumbnail(image, { signal: new AbortController().signal, onStep: () => {} })
}

function differs(one: UploadValues, other: UploadValues): boolean {
  return (
    one.post_name !== other.post_name ||
    one.details !== other.details ||
    one.course?.id !== other.course?.id ||
    one.section?.id !== other.section?.id
  )
}
