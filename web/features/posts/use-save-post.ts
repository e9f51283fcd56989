import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type PostCard, posts } from '#shared/api/posts.ts'
import { call } from '#web/lib/api.ts'
import { isAway, mayHaveHappened, ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { untilAnswered } from '#web/lib/until-answered.ts'
import { toast } from '#web/ui/toast.ts'
import { changePost, refreshSaved, restorePost } from './cache.ts'
import { saveDialog } from './post-dialogs.ts'
import { savedQuery } from './queries.ts'

/** To save, with these notes or, if left out, the existing ones; or to remove (null). */
type Change = { notes?: string } | null

/** The notes that the post has now, or had until it was removed; null if nobody knows. Another device may have written them. */
type Done = { notes: string | null; was_saved?: boolean }

/**
 * Saves a post or removes it from the saved ones. Every card shows it at once, and a toast says so with an
 * undo. A card may be gone by then (it leaves the list of saved posts), so nothing here depends on one.
 */
export function useSavePost(post: PostCard, onFailure = sayFailure) {
  const queryClient = useQueryClient()
  const mutationKey = [posts.save.path, post.id]
  const { mutate, isPending, variables } = useMutation({
    mutationKey,
    // Two quick clicks are sent in order, so that the last one counts.
    scope: { id: `save ${post.id}` },
    mutationFn: (change: Change) => (change ? save(post.id, change.notes) : unsave(post.id)),
    onMutate: change => {
      // A pending answer would restore the old state.
      void queryClient.cancelQueries({ queryKey: savedQuery.queryKey })
      const before = changePost(queryClient, post.id, card => ({
        ...card,
        saved: change !== null,
        notes: change && (change.notes ?? card.notes ?? ''),
      }))
      return { before, notes: post.notes ?? '' }
    },
    onSuccess: (done, change, known) => {
      refreshSaved(queryClient, change ? post.id : null)
      const notes = done.notes ?? known.notes
      if (!change) sayRemoved(notes)
      else if (change.notes !== undefined) toast.success('Post saved successfully!')
      else if (done.was_saved) sayWasSaved(notes)
      else saySaved()
    },
    onError: (error, _, done) => {
      if (done) restorePost(queryClient, post.id, done.before)
      // Its answer may have been on its way and was canceled.
      void queryClient.invalidateQueries({ queryKey: savedQuery.queryKey })
      if (mayHaveHappened(error)) void showWhetherSaved().catch(() => {})
      onFailure(error)
    },
  })
  return {
    change: mutate,
    saving: isPending && variables !== null,
    removing: isPending && variables === null,
  }

  /** The feeds that show it are never refetched. */
  async function showWhetherSaved() {
    const asked = await untilAnswered(() => call(posts.get, { params: { id: post.id } }))
    if (queryClient.isMutating({ mutationKey }) > 0) return
    const { saved, notes } = asked.post
    changePost(queryClient, post.id, card => ({ ...card, saved, notes }))
  }

  function saySaved() {
    toast.success('Post saved successfully!', {
      cancel: { label: 'Add notes', onClick: () => openNotes('') },
      action: { label: 'Undo', onClick: () => mutate(null) },
    })
  }

  /** Without Undo, which would remove what was saved elsewhere. */
  function sayWasSaved(notes: string) {
    changePost(queryClient, post.id, card => (card.saved ? { ...card, notes } : card))
    toast.message('You had saved this post already.', {
      action: { label: notes === '' ? 'Add notes' : 'Edit notes', onClick: () => openNotes(notes) },
    })
  }

  function openNotes(notes: string) {
    saveDialog.open({ ...post, saved: true, notes })
  }

  function sayRemoved(notes: string) {
    const undo = () => mutate({ notes })
    toast.success('Post removed successfully!', { action: { label: 'Undo', onClick: undo } })
  }
}

async function save(id: string, notes: string | undefined): Promise<Done> {
  return (await call(posts.save, { body: { post_id: id, ...(notes !== undefined && { notes }) } })).post
}

async function unsave(id: string): Promise<Done> {
  const answer = await call(posts.unsave, { query: { id } }).catch(error => {
    // Deleted or hidden meanwhile: nobody has it among their saved posts.
    if (!(error instanceof ProblemError && error.code === 'not_found')) throw error
  })
  return { notes: answer?.post.notes ?? null }
}

/** The message if a post couldn't be saved or removed. */
export function saveFailure(error: Error): string {
  if (isAway(error)) return `We don’t know whether your change was saved. ${problemText(error)}`
  const said = error instanceof ProblemError && error.detail !== posts.save.failure
  return said ? `${posts.save.failure}. ${error.detail}` : posts.save.failure
}

function sayFailure(error: Error): void {
  toast.error(saveFailure(error))
}
