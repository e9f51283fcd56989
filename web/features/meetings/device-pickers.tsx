import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { DeviceKind } from './devices.ts'
import { LevelBar } from './level-bar.tsx'
import type { LocalMedia, LocalState } from './local-media.ts'
import { playTestTone } from './sound.ts'

/** The choice of microphone, speaker and camera, with a check that they work. */
export function DevicePickers({ local, state }: { local: LocalMedia; state: LocalState }) {
  const { tracks, on } = state
  return (
    <div className="grid gap-4">
      <Picker kind="microphone" label="Microphone" {...{ local, state }} />
      <LevelBar track={on.microphone ? tracks.microphone : null} />
      <div className="grid items-end gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
        <Picker kind="speaker" label="Speaker" {...{ local, state }} />
        <TestSpeaker speakerId={state.chosen.speaker} />
      </div>
      <Picker kind="camera" label="Camera" {...{ local, state }} />
    </div>
  )
}

function Picker({
  kind,
  label,
  local,
  state: { devices, chosen, tracks },
}: {
  kind: DeviceKind
  label: string
  local: LocalMedia
  state: LocalState
}) {
  const used = kind === 'speaker' ? null : tracks[kind]?.getSettings().deviceId
  const known = (id: string | null | undefined) => devices[kind].find(device => device.id === id)?.id
  return (
    <Field label={label}>
      {control => (
        <Select
          {...control}
          className="w-full"
          disabled={devices[kind].length === 0}
          value={known(used) ?? known(chosen[kind]) ?? devices[kind][0]?.id ?? ''}
          onChange={event => void local.choose(kind, event.target.value)}
        >
          {devices[kind].length === 0 && (
            <option value="">{kind === 'speaker' ? 'Default speaker' : `No ${kind} found`}</option>
          )}
          {devices[kind].map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function TestSpeaker({ speakerId }: { speakerId: string | null }) {
  const [playing, setPlaying] = useState(false)
  return (
    <Button
      pending={playing}
      onClick={async () => {
        setPlaying(true)
        await playTestTone(speakerId).catch(() => null)
        setPlaying(false)
      }}
    >
      Play a test tone
    </Button>
  )
}
