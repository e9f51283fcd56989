import {
  Hand,
  Keyboard,
  LayoutGrid,
  MessageSquare,
  PenTool,
  PhoneOff,
  RectangleHorizontal,
  Settings,
  Users,
} from 'lucide-react'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useBackCloses } from '#web/lib/back-closes.ts'
import { singleKeys } from '#web/lib/single-keys.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useShortcuts } from '#web/lib/use-shortcuts.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { BoardNotice } from './board-notice.tsx'
import { BoardStage } from './board-stage.tsx'
import { CallShortcuts } from './call-shortcuts.tsx'
import { ChatPanel, newDraft } from './chat-panel.tsx'
import { ControlButton } from './control-button.tsx'
import { DevicePickers } from './device-pickers.tsx'
import { canShareScreen } from './devices.ts'
import { DoorNotice } from './door-notice.tsx'
import type { LocalMedia, LocalState } from './local-media.ts'
import type { MeetingRoom } from './meeting-room.ts'
import { type MeetingState, unreadIn } from './meeting-state.ts'
import { PeoplePanel } from './people-panel.tsx'
import type { Meeting } from './room-queries.ts'
import { untilText } from './room-texts.ts'
import { shownPeople, sizesOf } from './shown-people.ts'
import { Sounds } from './sounds.tsx'
import { SourceButton } from './source-button.tsx'
import { type Layout, largeOf, Stage } from './stage.tsx'
import { TimeNotice } from './time-notice.tsx'
import { TurnCamera } from './turn-camera.tsx'
import { useLeaveQuestion } from './use-leave-question.ts'
import { useSounds } from './use-sounds.ts'
import { useSpeaker } from './use-speaker.ts'
import { useWakeLock } from './use-wake-lock.ts'

type Panel = 'chat' | 'people' | null

/** Where the panel covers the call (side-panel.tsx), and so the board. */
const panelCovers = '(width < 48rem), (height < 36rem)'

const icon = { 'aria-hidden': true, className: 'size-5' } as const

/** The call: the people, the controls, and beside them the chat, the list of people and the board. */
export function CallView({
  bookingId,
  zone,
  room,
  state,
  local,
}: {
  bookingId: string
  zone: string
  room: MeetingRoom
  state: MeetingState
  local: LocalMedia
}) {
  const own = useSyncExternalStore(local.subscribe, local.state)
  const now = useNow()
  const [panel, setPanel] = useState<Panel>(null)
  const [layout, setLayout] = useState<Layout>('grid')
  const [dialog, setDialog] = useState<'shortcuts' | 'devices' | 'leave' | null>(null)
  const last = state.messages.at(-1)?.id
  const [seen, setSeen] = useState(last)
  const [draft, setDraft] = useState(newDraft)
  const people = shownPeople(state, own)
  const sounds = useSounds(state)
  // Each has a track also while muted, which needn't be listened to.
  const speakerId = useSpeaker(
    useSounds({ ...state, peers: state.peers.filter(peer => peer.state.microphone) }),
  )
  const { board, meeting } = state
  useWakeLock()
  useLeaveQuestion(() => setDialog('leave'))
  useBackCloses(board, () => room.showBoard(false))
  useBackCloses(panel !== null, () => setPanel(null))
  // Whatever closes the chat, its messages were seen.
  if (panel === 'chat' && seen !== last) setSeen(last)

  const large = board ? null : largeOf(people, layout, speakerId)
  useEffect(() => room.setSizes(sizesOf(people, large?.id)))

  const open = (next: Panel) => setPanel(before => (before === next ? null : next))
  const openBoard = () => {
    if (matchMedia(panelCovers).matches) setPanel(null)
    room.showBoard(true)
  }
  const closeBoard = useCallback(() => room.showBoard(false), [room])
  const toggleLayout = () => setLayout(before => (before === 'grid' ? 'speaker' : 'grid'))
  const keys = {
    m: () => void local.toggle('microphone'),
    v: () => void local.toggle('camera'),
    s: () => void (canShareScreen() && local.toggle('screen')),
    h: () => room.raiseHand(!state.hand),
    c: () => open('chat'),
    p: () => open('people'),
    b: board ? closeBoard : openBoard,
    l: toggleLayout,
    '?': () => setDialog('shortcuts'),
  }
  // In a panel people write, or are about to.
  useShortcuts(panel === null ? keys : {})

  return (
    <main id="main" className="live-call fills-window flex flex-col bg-paper">
      <CallHeader meeting={meeting} now={now} layout={layout} onLayout={toggleLayout} onDialog={setDialog} />
      {/* Where there is little room, the board takes the place of everything around these. */}
      <div
        data-board={board || undefined}
        className="contents data-board:short:fixed data-board:short:inset-0 data-board:short:z-20 data-board:short:flex data-board:short:flex-col data-board:short:bg-paper data-board:short:px-safe"
      >
        {!state.connected && (
          <p role="alert" className="flex items-center gap-2 bg-caution-wash px-4 py-2 text-14 text-caution">
            <Spinner />
            Reconnecting…
          </p>
        )}
        <TimeNotice ends_on={meeting.ends_on} closes_on={meeting.closes_on} now={now} zone={zone} />
        {state.you?.is_host && (
          <DoorNotice room={room} waiting={state.waiting} onAll={() => setPanel('people')} />
        )}
        {!board && <BoardNotice peers={state.peers} onView={openBoard} />}
        <Sounds sounds={sounds} speakerId={own.chosen.speaker} />
        <Problems own={own.problems} onDismiss={() => local.dismissProblems()} />
        <div className="relative flex min-h-0 flex-1 gap-2 p-2">
          <Stage
            people={people}
            layout={layout}
            speakerId={speakerId}
            ownControl={<TurnCamera local={local} state={own} />}
          >
            {board && <BoardStage meetingId={bookingId} onClose={closeBoard} />}
          </Stage>
          {panel === 'chat' && state.you && (
            <ChatPanel
              room={room}
              messages={state.messages}
              draft={draft}
              onDraft={setDraft}
              ownId={state.you.person_id}
              zone={zone}
              onClose={() => setPanel(null)}
            />
          )}
          {panel === 'people' && <PeoplePanel room={room} state={state} onClose={() => setPanel(null)} />}
        </div>
      </div>
      <div
        role="toolbar"
        aria-label="Call"
        className="flex flex-wrap items-start justify-center gap-x-0.5 gap-y-1 px-1 pt-1 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:gap-x-4"
      >
        <SourceButton source="microphone" local={local} state={own} />
        <SourceButton source="camera" local={local} state={own} />
        {canShareScreen() && <SourceButton source="screen" local={local} state={own} />}
        <Controls keys={keys} state={state} panel={panel} board={board} unread={unreadIn(state, seen)} />
        <ControlButton label="Leave the meeting" name="Leave" look="end" onClick={() => room.leave()}>
          <PhoneOff {...icon} />
        </ControlButton>
      </div>
      <OwnState on={own.on} hand={state.hand} />
      <CallShortcuts open={dialog === 'shortcuts'} onClose={() => setDialog(null)} />
      <Dialog open={dialog === 'devices'} onClose={() => setDialog(null)} title="Devices" size="sm">
        <DevicePickers local={local} state={own} />
      </Dialog>
      <ConfirmDialog
        open={dialog === 'leave'}
        onClose={() => setDialog(null)}
        title="Leave the meeting?"
        action="Leave"
        keep="Stay"
        onConfirm={() => room.leave()}
      />
    </main>
  )
}

function CallHeader({
  meeting,
  now,
  layout,
  onLayout,
  onDialog,
}: {
  meeting: Meeting
  now: Date
  layout: Layout
  onLayout: () => void
  onDialog: (dialog: 'shortcuts' | 'devices') => void
}) {
  const hasKeys = singleKeys.useAllowed()
  return (
    <header className="flex items-center gap-3 tiny:flex-wrap tiny:gap-y-0 border-b border-line px-4 py-1.5">
      <h1 className="min-w-0 flex-1 tiny:basis-full truncate text-16" dir="auto">
        {meeting.topic}
      </h1>
      <p role="timer" className="shrink-0 text-14 text-ink-soft">
        {untilText(meeting, now)}
      </p>
      <IconButton
        label={layout === 'grid' ? 'Show the person speaking' : 'Show everyone the same size'}
        onClick={onLayout}
      >
        {layout === 'grid' ? <RectangleHorizontal {...icon} /> : <LayoutGrid {...icon} />}
      </IconButton>
      <IconButton label="Devices" onClick={() => onDialog('devices')}>
        <Settings {...icon} />
      </IconButton>
      {hasKeys && (
        <IconButton
          label="Keyboard shortcuts"
          className="max-sm:hidden"
          onClick={() => onDialog('shortcuts')}
        >
          <Keyboard {...icon} />
        </IconButton>
      )}
    </header>
  )
}

/** The person's actions in the call, besides being seen and heard. */
function Controls({
  keys,
  state,
  panel,
  board,
  unread,
}: {
  keys: Record<'h' | 'c' | 'p' | 'b', () => void>
  state: MeetingState
  panel: Panel
  board: boolean
  unread: number
}) {
  return (
    <>
      <ControlButton
        label={state.hand ? 'Lower your hand' : 'Raise your hand'}
        name="Hand"
        shortcut="h"
        look={state.hand ? 'lit' : 'plain'}
        onClick={keys.h}
      >
        <Hand {...icon} />
      </ControlButton>
      <ControlButton
        label="Chat"
        name="Chat"
        shortcut="c"
        pressed={panel === 'chat'}
        badge={unread}
        onClick={keys.c}
      >
        <MessageSquare {...icon} />
      </ControlButton>
      <ControlButton
        label="People"
        name="People"
        shortcut="p"
        pressed={panel === 'people'}
        badge={panel === 'people' ? 0 : state.waiting.length}
        onClick={keys.p}
      >
        <Users {...icon} />
      </ControlButton>
      <ControlButton label="Board" name="Board" shortcut="b" pressed={board} onClick={keys.b}>
        <PenTool {...icon} />
      </ControlButton>
    </>
  )
}

/** What others see and hear of the person, for screen readers: a key switches it while the focus is elsewhere. */
function OwnState({ on, hand }: { on: LocalState['on']; hand: boolean }) {
  const texts = {
    microphone: `Your microphone is ${on.microphone ? 'on' : 'off'}.`,
    camera: `Your camera is ${on.camera ? 'on' : 'off'}.`,
    screen: `You’re ${on.screen ? '' : 'not '}sharing your screen.`,
    hand: `Your hand is ${hand ? 'raised' : 'lowered'}.`,
  }
  return (
    <div className="sr-only">
      {Object.entries(texts).map(([what, text]) => (
        <p key={what} role="status">
          {text}
        </p>
      ))}
    </div>
  )
}

/** Why a device or screen sharing failed. */
function Problems({ own, onDismiss }: { own: LocalState['problems']; onDismiss: () => void }) {
  const problems = Object.values(own).filter(problem => problem !== null)
  if (problems.length === 0) return null
  return (
    <div role="alert" className="flex items-center gap-3 bg-caution-wash px-4 py-2 text-14 text-caution">
      <div className="min-w-0 flex-1">
        {problems.map(problem => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
      <Button size="sm" variant="quiet" onClick={onDismiss}>
        Got it
      </Button>
    </div>
  )
}
