import type { ComponentType } from 'react'
import { codeOnOpen, useCodeOnOpen } from './code-on-open.ts'

/**
 * A dialog whose code loads when it first opens. Until that is there, nothing stands in its place. One without `open` is open for
 * as long as it is mounted.
 */
export function lazyDialog<Props extends { open?: boolean; onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const code = codeOnOpen(async () => {
    // What draws every dialog comes with the first one, not after it.
    const [loaded] = await Promise.all([load(), import('./dialog-popup.tsx')])
    return loaded
  })
  return props => {
    const Loaded = useCodeOnOpen(code, props.open ?? true, props.onClose)
    return Loaded && <Loaded {...props} />
  }
}
