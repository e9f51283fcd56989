import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { Course } from '#shared/api/courses.ts'
import { type PostCard, posts } from '#shared/api/posts.ts'
import { addPost } from '#web/features/posts/cache.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { useTryAgain } from '#web/lib/try-again.ts'
import { useForm } from '#web/lib/use-form.ts'
import { toast } from '#web/ui/toast.ts'
import { sayChanges } from './changes.ts'
import { keepDraft, readDraft } from './draft.ts'
import { sayDuplicates } from './duplicates.ts'
import { UploadDialog } from './upload-dialog.tsx'
import {
  emptyValues,
  faultsOf,
  fieldOf,
  hasText,
  postOf,
  type UploadForm,
  type UploadValues,
  withTopics,
} from './upload-form.ts'
import { isRefused, type UploadRecord } from './upload-record.ts'
import { Uploads } from './uploads.ts'
import { useUploadsOfForm } from './use-uploads-of-form.ts'

export type UploadCenterProps = {
  owner: string
  /** The course with which an empty form begins, if there is one. */
  course: Course | null
  open: boolean
  onOpen: () => void
  onClose: () => void
  /** Files dropped on the page, waiting to be added. */
  dropped: readonly File[]
  onTaken: () => void
}

/** One person's upload form: its files, text and sending, which continue while the dialog is closed. */
export function UploadCenter({ owner, course, open, onOpen, onClose, dropped, onTaken }: UploadCenterProps) {
  const sayPosted = useSayPosted()
  const [uploads] = useState(() => new Uploads())
  const { records, sending } = useSyncExternalStore(uploads.subscribe, uploads.state)
  const fileInput = useRef<HTMLInputElement>(null)
  const post = usePost(uploads, {
    onPosted(posts) {
      sayPosted(posts)
      sayChanges(uploads.state().records)
      startOver()
      if (dropped.length === 0) onClose()
    },
    onFailed(count, again) {
      form.refuse(takeFieldFaults(uploads))
      if (again && count === 0) return
      sayFailed(count, open ? undefined : onOpen)
    },
  })
  const form: UploadForm = useForm({
    initial: () => readDraft(owner),
    check: values => faultsOf(values, records),
    // Errors show beside the files.
    sending: { isPending: post.isPending, error: null },
    onSubmit(values) {
      const sendable = records.some(record => record.state.is !== 'posted' && !isRefused(record))
      if (sendable) post.mutate({ values, again: false })
      else fileInput.current?.focus()
    },
  })
  const { values } = form
  const filled = isFilled(values, course) || records.length > 0
  /** Whether the form is sent again by itself. If it was changed since it failed, that is for the person to say. */
  const waits = values === post.variables?.values && records.some(record => lostNetwork(record, 'sending'))

  useEffect(() => keepDraft(owner, values), [owner, values])
  // A reload keeps the text, but not the files.
  useUploadsOfForm(
    uploads,
    records.some(({ state }) => state.is !== 'posted'),
  )

  const arrangeTopics = () => form.set(values => withTopics(values, uploads.state().records))
  async function addFiles(files: readonly File[]) {
    sayDuplicates(await uploads.add(files))
    arrangeTopics()
  }

  function removeFile(id: string) {
    uploads.remove(id)
    arrangeTopics()
  }

  function startOver(): File[] {
    form.reset(emptyValues)
    return uploads.clear()
  }

  function discard() {
    const files = startOver()
    const undo = () => {
      form.reset({ ...values, topics: {} })
      void addFiles(files)
      onOpen()
    }
    toast.message('Draft discarded.', { action: { label: 'Undo', onClick: undo } })
  }

  useNetworkAgain(sending || post.isPending ? [] : records, () => {
    // Sending also retries files whose preparation failed.
    if (waits && !isTypedIn(form.props.ref.current)) post.mutate({ values, again: true })
    else for (const record of records) if (lostNetwork(record, 'preparing')) uploads.prepare(record.id)
  })

  function retry({ id, state }: UploadRecord) {
    // A prepared file only has to be sent again, for which the whole form must be valid.
    if (state.is === 'failed' && state.during === 'sending') form.props.ref.current?.requestSubmit()
    else uploads.prepare(id)
  }

  function close() {
    onClose()
    if (sending) toast.message('Your upload continues in the background.')
    else if (waits) {
      toast.message('Your upload continues when you’re back online.', {
        action: { label: 'Open', onClick: onOpen },
      })
    } else if (filled) {
      const text = records.length > 0 ? 'Draft kept while this page is open.' : 'Draft saved.'
      toast.message(text, { action: { label: 'Resume', onClick: onOpen } })
    } else form.reset(emptyValues)
  }

  useWhenOpened(open, () => {
    if (course && !values.course && !values.section) form.set({ course })
  })
  useDropped(dropped, !sending && !post.isPending, files => {
    void addFiles(files)
    onTaken()
  })

  return (
    <UploadDialog
      open={open}
      onClose={close}
      onCancel={() => uploads.cancel()}
      onDiscard={discard}
      form={form}
      records={records}
      sending={sending}
      filled={filled}
      fileInput={fileInput}
      fileActions={{
        add: addFiles,
        remove: removeFile,
        retry,
        setThumbnail: (id, thumb) => uploads.setThumbnail(id, thumb),
      }}
    />
  )
}

const oops = 'Oops! Something went wrong. Please try again in a bit.'

function lostNetwork({ state }: UploadRecord, during: 'preparing' | 'sending'): boolean {
  return state.is === 'failed' && state.during === during && state.problem.code === 'offline'
}

/** Whether a text field of the form has the focus, which it would lose during sending. */
function isTypedIn(form: HTMLFormElement | null): boolean {
  return form?.querySelector('textarea:focus, input:not([type=file]):focus') != null
}

/** Faults of the text belong to their fields; the file itself is fine. */
function takeFieldFaults(uploads: Uploads): ReturnType<typeof faultsOf> {
  const { records } = uploads.state()
  const faults: ReturnType<typeof faultsOf> = {}
  for (const { id, state } of records) {
    if (state.is !== 'failed') continue
    for (const { path, message } of state.problem.fields) {
      const field = fieldOf(path, id, records.length > 1)
      if (!field) continue
      faults[field] = message
      uploads.settle(id)
    }
  }
  return faults
}

/** Sends the files with the form's text, and reports the result. */
function usePost(
  uploads: Uploads,
  {
    onPosted,
    onFailed,
  }: { onPosted: (made: PostCard[]) => void; onFailed: (posted: number, again: boolean) => void },
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: [posts.create.path],
    mutationFn: async ({ values }: { values: UploadValues; again: boolean }) => {
      const several = uploads.state().records.length > 1
      const outcome = await uploads.send(({ id }) => postOf(values, id, several))
      for (const made of outcome.posts) addPost(queryClient, made)
      // It counts the person's posts, and the tip to share some is then done.
      void queryClient.invalidateQueries({ queryKey: ownProfileQuery.queryKey })
      const signedOut = outcome.problems.find(({ code }) => code === 'unauthenticated')
      if (signedOut) throw signedOut
      return outcome
    },
    onSuccess({ posts, problems, cancelled }, { again }) {
      if (problems.length > 0) onFailed(posts.length, again)
      else if (cancelled) toast.message('Upload canceled. Your form is still here.')
      else onPosted(posts)
    },
    onError: () => toast.error(oops),
  })
}

/** Whether there is more in the form than the page's own course. */
function isFilled(values: UploadForm['values'], course: UploadCenterProps['course']): boolean {
  return hasText({ ...values, course: values.course?.id === course?.id ? null : values.course })
}

function sayFailed(posted: number, onOpen: (() => void) | undefined) {
  const text = posted === 0 ? oops : `We added ${posted} of your posts, but not the others.`
  toast.error(text, onOpen && { action: { label: 'Open', onClick: onOpen } })
}

/** Says that it is done, and leads to what was posted. */
function useSayPosted() {
  const navigate = useNavigate()
  return ([post, ...others]: readonly { id: string }[]) => {
    const several = `Your ${others.length + 1} posts were`
    toast.success(`Done! ${others.length === 0 ? 'Your post was' : several} added successfully.`, {
      action:
        post && others.length === 0
          ? {
              label: 'View post',
              onClick: () => void navigate({ to: '/ignite/$postId', params: { postId: post.id } }),
            }
          : { label: 'View posts', onClick: () => void navigate({ to: '/profile' }) },
    })
  }
}

/** Tries again while files have failed for want of a network. */
function useNetworkAgain(records: readonly UploadRecord[], retry: () => void) {
  const away = records.flatMap(({ state }) =>
    state.is === 'failed' && state.problem.code === 'offline' ? [state.problem] : [],
  )
  // The browser says that the network is back a moment before requests succeed, so once isn't enough.
  useTryAgain(away[0], retry)
}

function useWhenOpened(open: boolean, begin: () => void) {
  const onOpened = useEffectEvent(begin)
  useEffect(() => {
    if (open) onOpened()
  }, [open])
}

/** Takes dropped files, once it may. */
function useDropped(dropped: readonly File[], may: boolean, take: (files: readonly File[]) => void) {
  const onDropped = useEffectEvent(take)
  useEffect(() => {
    if (dropped.length === 0) return
    if (may) onDropped(dropped)
    else toast.message('We’ll add these files after this upload.')
  }, [dropped, may])
}
