import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { Section } from '#shared/api/courses.ts'
import { posts } from '#shared/api/posts.ts'
import { formatCourse, formatCrn } from '#shared/domain/course-strings.ts'
import { addPost } from '#web/features/posts/cache.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { toast } from '#web/ui/toast.ts'
import { sayChanges } from './changes.ts'
import { keepDraft, readDraft } from './draft.ts'
import { sayDuplicates } from './duplicates.ts'
import { topicFrom } from './file-names.ts'
import { UploadDialog } from './upload-dialog.tsx'
import {
  type CheckedValues,
  emptyValues,
  fieldOf,
  hasText,
  type UploadValues,
  uploadResolver,
} from './upload-form.ts'
import { isRefused, type UploadRecord } from './upload-record.ts'
import { type SendOutcome, Uploads } from './uploads.ts'

export type UploadCenterProps = {
  username: string
  open: boolean
  onOpen: () => void
  onClose: () => void
  /** Files that were dropped on the page and wait to be taken. */
  dropped: readonly File[]
  onTaken: () => void
}

/** One person's upload form: its files, its text and its sending, which go on while the dialog is closed. */
export function UploadCenter({ username, open, onOpen, onClose, dropped, onTaken }: UploadCenterProps) {
  const queryClient = useQueryClient()
  const [uploads] = useState(() => new Uploads())
  const { records, sending } = useSyncExternalStore(uploads.subscribe, uploads.state)
  const [fileMissing, setFileMissing] = useState(false)
  const isSeveral = () => uploads.state().records.length > 1
  const form = useForm<UploadValues, unknown, CheckedValues>({
    defaultValues: readDraft(username),
    resolver: uploadResolver(isSeveral),
  })

  const filled = hasText(useWatch({ control: form.control })) || records.length > 0

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keepDraft(username, values),
      }),
    [form, username],
  )
  useEffect(() => () => uploads.cancel(), [uploads])
  useEffect(toast.prepare, [])
  useWarningBeforeLeaving(sending)

  function followCourse(courseId: number | null) {
    // A CRN names a section of one course; under another one it would be refused.
    const section = form.getValues('section')
    if (section && courseId !== null && section.course_id !== courseId) form.setValue('section', null)
  }

  function followSection(section: Section) {
    if (form.getValues('course')) return
    const { course_id, course_subject, school } = section
    form.setValue('course', { id: course_id, subject: course_subject, school }, { shouldValidate: true })
  }

  async function addFiles(files: readonly File[]) {
    setFileMissing(false)
    sayDuplicates(await uploads.add(files))
    arrangeTopics()
  }

  function removeFile(id: string) {
    uploads.remove(id)
    form.unregister(`topics.${id}`)
    arrangeTopics()
  }

  /** One file's topic is the form's; as soon as there are several, each has its own, made from its name. */
  function arrangeTopics() {
    const { records } = uploads.state()
    const { post_name, topics } = form.getValues()
    const [first] = records
    if (records.length > 1) {
      for (const { id, defaultName } of records) {
        if (topics[id] !== undefined) continue
        form.setValue(`topics.${id}`, (id === first?.id && post_name.trim()) || topicFrom(defaultName))
      }
    } else if (first && topics[first.id] !== undefined) {
      form.setValue('post_name', topics[first.id]!)
      form.setValue('topics', {})
    }
  }

  const post = useMutation({
    mutationKey: [posts.create.path],
    mutationFn: async (values: CheckedValues) => {
      const several = isSeveral()
      const outcome = await uploads.send(({ id }) => ({
        post_name: several ? values.topics[id]! : values.post_name,
        course: formatCourse(values.course),
        crn: formatCrn(values.section),
        details: values.details,
      }))
      for (const made of outcome.posts) addPost(queryClient, made)
      // It counts one's posts, and the tip to share some is then done.
      void queryClient.invalidateQueries({ queryKey: ownProfileQuery.queryKey })
      const signedOut = outcome.problems.find(({ code }) => code === 'unauthenticated')
      if (signedOut) throw signedOut
      return outcome
    },
    onSuccess: finish,
    onError: () => toast.error(oops),
  })

  function finish({ posts, problems, cancelled }: SendOutcome) {
    if (problems.length > 0) {
      showFieldFaults()
      const text = posts.length === 0 ? oops : `${posts.length} of your posts were added; the others weren’t.`
      toast.error(text, open ? undefined : { action: { label: 'Open', onClick: onOpen } })
    } else if (cancelled) {
      toast.message('Upload cancelled. Your form is as you left it.')
    } else {
      const text = posts.length === 1 ? 'Your post was' : `Your ${posts.length} posts were`
      toast.success(`Done! ${text} added successfully.`)
      sayChanges(uploads.state().records)
      startOver()
      onClose()
    }
  }

  /** Faults of the text belong to their fields; the file that was sent with it is fine. */
  function showFieldFaults() {
    for (const { id, state } of uploads.state().records) {
      if (state.is !== 'failed') continue
      for (const { path, message } of state.problem.fields) {
        const field = fieldOf(path, id, isSeveral())
        if (!field) continue
        form.setError(field, { type: 'server', message }, { shouldFocus: true })
        uploads.settle(id)
      }
    }
  }

  function startOver(): File[] {
    setFileMissing(false)
    form.reset(emptyValues)
    keepDraft(username, emptyValues)
    return uploads.clear()
  }

  function discard() {
    const values = form.getValues()
    const files = startOver()
    toast.message('Draft discarded.', {
      action: {
        label: 'Undo',
        onClick: () => {
          form.reset({ ...values, topics: {} })
          void addFiles(files)
          onOpen()
        },
      },
    })
  }

  const fileInput = useRef<HTMLInputElement>(null)
  const busy = useRef(false)
  async function submit() {
    // The check of the form takes a moment in which a second click would start a second sending.
    if (busy.current) return
    busy.current = true
    const sendable = uploads
      .state()
      .records.filter(record => record.state.is !== 'posted' && !isRefused(record))
    setFileMissing(uploads.state().records.length === 0)
    await form.handleSubmit(async values => {
      // The failure is shown by the mutation's own handlers.
      if (sendable.length > 0) await post.mutateAsync(values).catch(() => {})
    })()
    // The file comes first in the form, and so does what is wrong with it.
    if (sendable.length === 0) fileInput.current?.focus()
    busy.current = false
  }

  function retry({ id, state }: UploadRecord) {
    // What was prepared already only has to be sent again, which takes the whole form.
    if (state.is === 'failed' && state.during === 'sending') void submit()
    else uploads.prepare(id)
  }

  function close() {
    onClose()
    if (sending) toast.message('Your upload goes on in the background.')
    else if (filled) {
      toast.message('Your draft is kept.', { action: { label: 'Go on', onClick: onOpen } })
    }
  }

  const take = useEffectEvent((files: readonly File[]) => {
    if (files.length === 0) return
    void addFiles(files)
    onTaken()
  })
  useEffect(() => {
    if (!sending) take(dropped)
  }, [dropped, sending])

  return (
    <UploadDialog
      open={open}
      onClose={close}
      onSubmit={submit}
      onCancel={() => uploads.cancel()}
      onDiscard={discard}
      onCoursePicked={followCourse}
      onSectionPicked={followSection}
      control={form.control}
      records={records}
      sending={sending}
      filled={filled}
      fileMissing={fileMissing}
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

function useWarningBeforeLeaving(active: boolean) {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [active])
}
