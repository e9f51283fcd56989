import { Mic, MicOff, ScreenShare, ScreenShareOff, Video, VideoOff } from 'lucide-react'
import type { Source } from './call.ts'
import { ControlButton } from './control-button.tsx'
import type { LocalMedia, LocalState } from './local-media.ts'

const faces: Record<
  Source,
  { on: typeof Mic; off: typeof Mic; end: string; begin: string; key: string; name: string }
> = {
  microphone: { on: Mic, off: MicOff, end: 'Mute', begin: 'Unmute', key: 'm', name: 'Microphone' },
  camera: {
    on: Video,
    off: VideoOff,
    end: 'Turn the camera off',
    begin: 'Turn the camera on',
    key: 'v',
    name: 'Camera',
  },
  screen: {
    on: ScreenShareOff,
    off: ScreenShare,
    end: 'Stop sharing',
    begin: 'Share your screen',
    key: 's',
    name: 'Share',
  },
}

/** Switches one of the person's sources; red means off. */
export function SourceButton({
  source,
  local,
  state,
  bare,
}: {
  source: Source
  local: LocalMedia
  state: LocalState
  bare?: boolean
}) {
  const { on: OnIcon, off: OffIcon, end, begin, key, name } = faces[source]
  const on = state.on[source]
  const Icon = on ? OnIcon : OffIcon
  return (
    <ControlButton
      label={on ? end : begin}
      name={bare ? undefined : name}
      shortcut={key}
      look={source === 'screen' ? (on ? 'lit' : 'plain') : on ? 'plain' : 'off'}
      pending={state.opening[source]}
      onClick={() => void local.toggle(source)}
    >
      <Icon aria-hidden="true" className="size-5" />
    </ControlButton>
  )
}
