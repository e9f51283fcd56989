import { PenTool } from 'lucide-react'
import { useState } from 'react'
import type { Peer } from '#shared/api/meeting-events.ts'
import { Button } from '#web/ui/button.tsx'

/** Says that somebody has the board open, with a button to view it. Put away, it comes back with the next person who opens it. */
export function BoardNotice({ peers, onView }: { peers: readonly Peer[]; onView: () => void }) {
  const [seen, setSeen] = useState<readonly string[]>([])
  const drawing = peers.filter(peer => peer.state.board)
  // A person who closes the board and opens it again has something new to show.
  const kept = seen.filter(id => drawing.some(peer => peer.peer_id === id))
  if (kept.length < seen.length) setSeen(kept)
  const shown = drawing.find(peer => !kept.includes(peer.peer_id))
  if (!shown) return null
  return (
    <section
      aria-label="Board opened"
      className="flex flex-wrap items-center gap-2 border-b border-line bg-sheet px-4 py-2 text-14"
    >
      <PenTool aria-hidden="true" className="size-5 text-ink-faint" />
      <p className="min-w-0 flex-1">
        <bdi className="font-medium">{shown.name}</bdi> opened the board.
      </p>
      <Button size="sm" variant="quiet" onClick={() => setSeen(drawing.map(peer => peer.peer_id))}>
        Not now
      </Button>
      <Button size="sm" variant="primary" onClick={onView}>
        View
      </Button>
    </section>
  )
}
