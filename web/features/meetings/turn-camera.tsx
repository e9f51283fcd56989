import { SwitchCamera } from 'lucide-react'
import { ControlButton } from './control-button.tsx'
import type { LocalMedia, LocalState } from './local-media.ts'

/** Switches between a phone's front and back cameras; shown only where there are both. */
export function TurnCamera({ local, state }: { local: LocalMedia; state: LocalState }) {
  if (!state.on.camera || state.devices.camera.length < 2 || !matchMedia('(pointer: coarse)').matches) {
    return null
  }
  return (
    <ControlButton
      label="Switch camera"
      name={undefined}
      pending={state.opening.camera}
      onClick={() => void local.turnCamera()}
    >
      <SwitchCamera aria-hidden="true" className="size-5" />
    </ControlButton>
  )
}
