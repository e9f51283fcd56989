import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type PostCard, posts } from '#shared/api/posts.ts'
import { search } from '#shared/api/search.ts'
import { counted } from '#shared/domain/counted.ts'
import { blobOf } from '#web/features/files/canvas.ts'
import { drawPage } from '#web/features/reading/draw-page.ts'
import { usePdf } from '#web/features/reading/use-pdf.ts'
import { call } from '#web/lib/api.ts'
import { eachOnce } from '#web/lib/each-once.ts'
import { failureOf } from '#web/lib/failure-of.ts'
import type { PDFDocumentProxy } from '#web/lib/pdfjs.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FoundStatus } from '#web/ui/found-status.tsx'
import { Input } from '#web/ui/input.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { BoardTools } from './board-tools.ts'
import { dataUrlOf } from './pictures.ts'

/** Sharp enough when zoomed in; the board shows it at half of this size. */
const drawnWidth = 1600
const shownWidth = 800

/**
 * Puts a page of a document that the person may read on the board: first choose the document, then the page.
 */
export function PageDialog({
  username,
  tools,
  onClose,
}: {
  username: string
  tools: BoardTools
  onClose: () => void
}) {
  const [post, setPost] = useState<PostCard | null>(null)
  return post ? (
    <PageOf post={post} tools={tools} onBack={() => setPost(null)} onClose={onClose} />
  ) : (
    <Documents username={username} onChoose={setPost} onClose={onClose} />
  )
}

function Documents({
  username,
  onChoose,
  onClose,
}: {
  username: string
  onChoose: (post: PostCard) => void
  onClose: () => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const asked = useSettled(text.trim())
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['documents for a board', username, asked],
    queryFn: () => (asked === '' ? ownAndSaved(username) : found(asked)),
    placeholderData: keepPreviousData,
  })
  const isSearching = isPlaceholderData || text.trim() !== asked
  const nothing = !error && !isSearching && data?.length === 0
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a page to the board"
      description="Choose a page from a document you can open."
      initialFocus={field}
    >
      <div className="flex flex-col gap-4">
        <Field label="Search for a document">
          {control => (
            <Input
              {...control}
              ref={field}
              type="search"
              value={text}
              maxLength={100}
              onChange={event => setText(event.target.value)}
            />
          )}
        </Field>
        <div className="min-h-60">
          <FoundStatus unseen={!nothing} className={cx(nothing && 'py-6 text-center')}>
            {nothing
              ? asked === ''
                ? 'You haven’t posted or saved any PDFs yet. Search for one.'
                : 'No PDFs found'
              : data && !isSearching && `${counted(data.length, 'PDF', 'PDFs')} shown`}
          </FoundStatus>
          {error ? (
            <LoadFailed {...failureOf({ error, isFetching, refetch })} />
          ) : nothing ? null : !data?.length ? (
            <div role="status" aria-label="Searching documents" className="flex flex-col gap-2">
              {['first', 'second', 'third'].map(place => (
                <Skeleton key={place} className="h-14" />
              ))}
            </div>
          ) : (
            <ul aria-label="Documents" className="divide-y divide-line rounded-10 border border-line">
              {data.map(one => (
                <li key={one.id}>
                  <button
                    type="button"
                    onClick={() => onChoose(one)}
                    className="flex w-full min-w-0 flex-col px-3 py-2 text-left touch-target -outline-offset-2 hover:bg-sunken"
                  >
                    <span className="w-full truncate font-medium" dir="auto">
                      {one.post_name}
                    </span>
                    <span className="w-full truncate text-12 text-ink-faint" dir="auto">
                      {one.course_subject} · {one.name} · {counted(one.pages, 'page', 'pages')}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Dialog>
  )
}

const readable = (post: PostCard) => post.kind === 'pdf'

async function ownAndSaved(username: string): Promise<PostCard[]> {
  const [own, saved] = await Promise.all([
    call(posts.ofPerson, { query: { username } }),
    call(posts.saved, { query: {} }),
  ])
  const all = [...saved.posts.map(({ postdetails }) => postdetails), ...own.posts]
  return eachOnce(all).filter(readable)
}

async function found(text: string): Promise<PostCard[]> {
  return (await call(search.posts, { query: { text } })).posts.filter(readable)
}

function PageOf({
  post,
  tools,
  onBack,
  onClose,
}: {
  post: PostCard
  tools: BoardTools
  onBack: () => void
  onClose: () => void
}) {
  const { open, error, retry } = usePdf(post.doc_url)
  const putting = useMutation({
    mutationFn: ({ pdf, page }: { pdf: PDFDocumentProxy; page: number }) => putPage(pdf, page, tools),
    onSuccess: onClose,
  })
  const isPage = (text: string) => /^[1-9]\d*$/.test(text) && Number(text) <= post.pages
  const form = useForm({
    initial: { page: '1' },
    check: ({ page }) => ({ page: isPage(page) ? undefined : `Enter a page from 1 to ${post.pages}.` }),
    atOnce: ['page'],
    sending: { isPending: putting.isPending, error: null },
    onSubmit: ({ page }) => open && putting.mutate({ pdf: open.pdf, page: Number(page) }),
  })
  const { page: typed } = form.values
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title="Add a page to the board"
      description={post.post_name}
      action={error ? null : 'Add to board'}
      ready={open !== undefined}
    >
      {error ? (
        <LoadFailed error={error} onRetry={retry} />
      ) : (
        <>
          <Field
            label="Page"
            aside={`of ${post.pages}`}
            error={
              form.faultAt('page') ?? (putting.isError ? 'We couldn’t load this page. Try again.' : undefined)
            }
          >
            {control => (
              <Input
                {...control}
                inputMode="numeric"
                value={typed}
                onChange={event => {
                  if (putting.isError) putting.reset()
                  form.set({ page: event.target.value.trim() })
                }}
              />
            )}
          </Field>
          <Preview pdf={open?.pdf} page={isPage(typed) ? Number(typed) : null} />
        </>
      )}
      <Button onClick={onBack} disabled={putting.isPending} className="self-start">
        <ArrowLeft aria-hidden="true" className="size-4" />
        Another document
      </Button>
    </FormDialog>
  )
}

async function putPage(pdf: PDFDocumentProxy, number: number, tools: BoardTools): Promise<void> {
  const canvas = await drawPage(
    await pdf.getPage(number),
    drawnWidth / (window.devicePixelRatio || 1),
    new AbortController().signal,
  )
  const { width, height } = canvas
  const dataUrl = await dataUrlOf(await blobOf(canvas, 'image/jpeg', 0.9))
  tools.addPicture(dataUrl, 'image/jpeg', { width: shownWidth, height: (shownWidth * height) / width })
}

function Preview({ pdf, page }: { pdf: PDFDocumentProxy | undefined; page: number | null }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!pdf || page === null) return
    const stop = new AbortController()
    pdf
      .getPage(page)
      .then(found => drawPage(found, 280, stop.signal))
      .then(
        canvas => {
          canvas.className = 'h-full w-full object-contain'
          canvas.setAttribute('role', 'img')
          canvas.setAttribute('aria-label', `Page ${page}`)
          box.current?.replaceChildren(canvas)
        },
        // Another page was requested, or this one can't be drawn; inserting it reports that.
        () => {},
      )
    return () => stop.abort()
  }, [pdf, page])
  return (
    <div
      ref={box}
      className="flex h-80 items-center justify-center overflow-clip rounded-10 border border-line bg-page p-2"
    />
  )
}
