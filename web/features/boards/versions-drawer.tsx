import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type BoardElement, type BoardVersion, boards } from '#shared/api/boards.ts'
import { counted } from '#shared/domain/counted.ts'
import { call } from '#web/lib/api.ts'
import { failureOf } from '#web/lib/failure-of.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer, DrawerBody, DrawerFooter } from '#web/ui/drawer.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.ts'
import type { BoardTools } from './board-tools.ts'
import { versionQuery, versionsQuery } from './queries.ts'

/** The saved versions of a board, to view and restore. */
export function VersionsDrawer({
  boardId,
  tools,
  onClose,
}: {
  boardId: string
  tools: BoardTools
  onClose: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const queryClient = useQueryClient()
  const query = useInfiniteQuery(versionsQuery(boardId))
  const versions = query.data?.pages.flatMap(page => page.versions)
  const [chosen, setChosen] = useState<string>()
  const selected = versions?.find(({ id }) => id === chosen) ?? versions?.[0]
  const restore = useMutation({
    mutationFn: (version: BoardVersion) =>
      call(boards.restore, { params: { id: boardId }, body: { version_id: version.id } }),
    async onSuccess() {
      void queryClient.invalidateQueries({ queryKey: versionsQuery(boardId).queryKey })
      // Whoever left before it shows would leave the thumbnail of the other version.
      await tools.showRestored()
      toast.success('Version restored. The board you had before is saved as a version too.')
      onClose()
    },
    onError: error => toast.error(problemText(error)),
  })
  return (
    <Drawer open onClose={onClose} title="Versions" titleRef={heading}>
      <DrawerBody>
        {versions === undefined ? (
          query.isError ? (
            <LoadFailed {...failureOf(query)} />
          ) : (
            <Skeleton className="aspect-3/2" />
          )
        ) : !selected ? (
          <EmptyState title="No versions yet">
            We save a version every few minutes while people draw, and before you restore one.
          </EmptyState>
        ) : (
          <>
            <Preview boardId={boardId} version={selected} tools={tools} />
            <ul aria-label="Versions" className="flex flex-col gap-1">
              {versions.map(version => (
                <li key={version.id}>
                  <button
                    type="button"
                    aria-pressed={version.id === selected.id}
                    onClick={() => setChosen(version.id)}
                    className="flex w-full items-baseline justify-between gap-4 rounded-10 px-3 py-2 text-left text-14 touch-target hover:bg-sunken aria-pressed:bg-accent-wash aria-pressed:text-accent"
                  >
                    <span className="min-w-0">
                      <RelativeTime date={version.kept_at} className="font-medium" />
                      {version.before_restore_by && (
                        <span className="block truncate text-12" dir="auto">
                          before {version.before_restore_by} restored a version
                        </span>
                      )}
                    </span>
                    <span className="shrink-0 text-12">{countText(version.elements)}</span>
                  </button>
                </li>
              ))}
            </ul>
            <MoreRows
              query={query}
              count={versions.length}
              what="More versions"
              skeleton={<Skeleton className="h-10" />}
            />
          </>
        )}
      </DrawerBody>
      {selected && (
        <DrawerFooter>
          <Button
            variant="primary"
            className="w-full"
            pending={restore.isPending}
            onClick={() => restore.mutate(selected)}
          >
            Restore this version
          </Button>
        </DrawerFooter>
      )}
    </Drawer>
  )
}

const countText = (count: number) => counted(count, 'element', 'elements')

function Preview({ boardId, version, tools }: { boardId: string; version: BoardVersion; tools: BoardTools }) {
  const { data: elements, error, isFetching, refetch } = useQuery(versionQuery(boardId, version.id))
  const picture = usePicture(elements, tools)
  // The picture stays when a refetch fails.
  if (error && !elements) {
    return <LoadFailed {...failureOf({ error, isFetching, refetch })} />
  }
  return (
    <div className="flex aspect-3/2 items-center justify-center overflow-clip rounded-10 border border-line bg-page">
      {picture ? (
        <img
          src={picture}
          alt={`Board with ${countText(version.elements)}`}
          className="size-full object-contain"
        />
      ) : picture === null ? (
        <p className="p-4 text-14 text-ink-soft">
          We can’t draw this version here. You can still restore it.
        </p>
      ) : (
        <Skeleton className="size-full rounded-none" />
      )}
    </div>
  )
}

/** The address of a picture of some elements, while it shows; null if it can't be drawn. */
function usePicture(elements: BoardElement[] | undefined, tools: BoardTools): string | undefined | null {
  const [address, setAddress] = useState<string | null>()
  useEffect(() => {
    if (!elements) return setAddress(undefined)
    let made: string | undefined
    let left = false
    tools.preview(elements).then(
      picture => {
        if (left) return
        made = URL.createObjectURL(picture)
        setAddress(made)
      },
      () => !left && setAddress(null),
    )
    return () => {
      left = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [elements, tools])
  return address
}
