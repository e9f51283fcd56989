import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type Dialogue, dialogueLimits, dialogues } from '#shared/api/dialogues.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Input } from '#web/ui/input.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast.ts'
import { deleteSoon } from './deletions.ts'

type Props = {
  dialogue: Dialogue
  current: boolean
  withDocument: boolean
  onChoose: () => void
  onDeleted: () => void
}

/** A dialogue in the list. */
export function DialogueRow({ dialogue, current, withDocument, onChoose, onDeleted }: Props) {
  const queryClient = useQueryClient()
  const [renaming, setRenaming] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: [dialogues.list.path] })

  const remove = () => {
    deleteSoon(dialogue.session_id, error => {
      if (error) toast.error(`“${dialogue.session_name}” is still there. ${problemText(error)}`)
      void refresh()
    })
    onDeleted()
  }

  if (renaming) {
    return (
      <li>
        <Rename dialogue={dialogue} onDone={() => setRenaming(false)} onRenamed={refresh} />
      </li>
    )
  }
  return (
    <li className={cx('flex items-center rounded-10', current ? 'bg-accent-wash' : 'hover:bg-sunken')}>
      <button
        type="button"
        aria-current={current || undefined}
        onClick={onChoose}
        className="min-w-0 flex-1 rounded-10 px-2 py-2 text-left touch-target"
      >
        <span className="block truncate text-14 font-medium" title={dialogue.session_name} dir="auto">
          {dialogue.session_name}
        </span>
        <span className="flex gap-1 text-12 text-ink-faint">
          {withDocument && (
            <span className="min-w-0 truncate" dir="auto">
              {dialogue.post_title ?? 'Deleted document'} ·
            </span>
          )}
          <RelativeTime date={dialogue.updated_at} className="shrink-0" />
        </span>
      </button>
      <Menu
        trigger={props => (
          <IconButton
            {...props}
            label={`More about ${dialogue.session_name}`}
            data-tip="More"
            className="size-9"
          >
            <Ellipsis aria-hidden="true" className="size-4" />
          </IconButton>
        )}
        entries={[
          { label: 'Rename', icon: <Pencil />, onSelect: () => setRenaming(true) },
          { label: 'Delete', icon: <Trash2 />, danger: true, onSelect: remove },
        ]}
      />
    </li>
  )
}

type RenameProps = { dialogue: Dialogue; onDone: () => void; onRenamed: () => Promise<unknown> }

function Rename({ dialogue, onDone, onRenamed }: RenameProps) {
  const [name, setName] = useState(dialogue.session_name)
  const rename = useMutation({
    mutationKey: [dialogues.rename.path, dialogue.session_id],
    mutationFn: () =>
      call(dialogues.rename, { params: { id: dialogue.session_id }, body: { session_name: name } }),
    onSuccess: async () => {
      await onRenamed()
      onDone()
    },
    onError: error => toast.error(problemText(error)),
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || name.trim() === dialogue.session_name) return onDone()
    if (!rename.isPending) rename.mutate()
  }
  return (
    <form onSubmit={save} className="flex items-center gap-2 px-2 py-1.5">
      <Input
        aria-label="Chat name"
        autoFocus
        maxLength={dialogueLimits.name}
        value={name}
        onChange={event => setName(event.target.value)}
        onFocus={event => event.target.select()}
        onKeyDown={event => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          onDone()
        }}
        className="min-w-0 flex-1"
      />
      <Button type="submit" size="sm" variant="primary" pending={rename.isPending}>
        Save
      </Button>
    </form>
  )
}
