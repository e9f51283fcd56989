import { Hand, MicOff, ScreenShare, SignalLow } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { cx } from '#web/ui/cx.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Line } from './call.ts'
import { Video } from './video.tsx'

/** A person as displayed: who, and their media. */
export type Shown = {
  id: string
  name: string
  image: string | null
  isYou: boolean
  isHost: boolean
  muted: boolean
  hand: boolean
  camera: MediaStreamTrack | null
  screen: MediaStreamTrack | null
  line: Line
}

/** One person in the call: their picture or avatar, their name, and the quality of their line. */
export function Tile({
  person,
  of = 'camera',
  speaking = false,
  className,
  children,
}: {
  person: Shown
  of?: 'camera' | 'screen'
  speaking?: boolean
  className?: string
  /** A control in its upper corner. */
  children?: ReactNode
}) {
  const { name, image, isYou, muted, hand, line } = person
  const track = person[of]
  return (
    <li
      data-person={name}
      className={cx(
        'relative flex min-h-0 min-w-0 items-center justify-center overflow-hidden rounded-16 border-2 bg-sunken',
        speaking ? 'border-lamp' : 'border-line',
        className,
      )}
    >
      {track ? (
        <Video
          track={track}
          label={of === 'screen' ? `Screen of ${name}` : `Camera of ${name}`}
          mirrored={isYou && of === 'camera'}
          whole={of === 'screen'}
        />
      ) : (
        <Avatar name={name} image={image} className="size-16! text-22 sm:size-20! sm:text-28" />
      )}
      {hand && of === 'camera' && (
        <span className="absolute top-2 left-2 flex items-center gap-1.5 rounded-10 bg-lamp-wash px-2 py-1 text-12 font-medium text-lamp-ink">
          <Hand aria-hidden="true" className="size-4" />
          {/* On a phone a small picture has no room for the words beside the control. */}
          <span className={children ? 'coarse:sr-only' : undefined}>Hand raised</span>
        </span>
      )}
      {line === 'lost' || line === 'connecting' ? (
        <span className="absolute top-2 right-2 flex items-center gap-1.5 rounded-10 bg-sheet px-2 py-1 text-12 text-ink-soft">
          <Spinner className="size-3!" />
          {line === 'lost' ? 'Reconnecting…' : 'Connecting…'}
        </span>
      ) : (
        line === 'weak' && (
          <span className="absolute top-2 right-2 flex items-center gap-1.5 rounded-10 bg-caution-wash px-2 py-1 text-12 text-caution">
            <SignalLow aria-hidden="true" className="size-4" />
            Weak connection
          </span>
        )
      )}
      {children && <div className="absolute top-1 right-1">{children}</div>}
      <p className="absolute bottom-2 left-2 flex max-w-[calc(100%-1rem)] items-center gap-1.5 rounded-10 bg-sheet px-2 py-1 text-12 font-medium text-ink">
        {of === 'screen' ? (
          <ScreenShare aria-hidden="true" className="size-4 shrink-0" />
        ) : (
          muted && <MicOff aria-hidden="true" className="size-4 shrink-0 text-negative" />
        )}
        <bdi className="truncate">{name}</bdi>
        {isYou && <span className="font-normal text-ink-faint">(you)</span>}
        {muted && of === 'camera' && <span className="sr-only">, muted</span>}
      </p>
    </li>
  )
}
