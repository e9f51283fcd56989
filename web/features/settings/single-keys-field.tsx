import { singleKeys } from '#web/lib/single-keys.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

/** Turns the shortcuts of a single key on or off, at once and in this browser only. */
export function SingleKeysField() {
  return (
    <Checkbox checked={singleKeys.useAllowed()} onChange={event => singleKeys.set(event.target.checked)}>
      Use single-key shortcuts, such as / to search and M to mute in a meeting
    </Checkbox>
  )
}
