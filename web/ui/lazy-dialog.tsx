import type { ComponentType } from 'react'
import { codeOnOpen, useCodeOnOpen } from './code-on-open.ts'

/**
 * A dialog whose code loads when it first opens. Until that is there, nothing stands in its place. One without `open` is open for
 * as long as it is mounted.
 */
export function lazyDialog<Props extends { open?: boolean; onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const code = codeOnOpen(load)
  return props => {
    const Loaded = useCodeOnOpen(code, props.open ?? true, props.onClose)
    return Loaded && <Loaded {...props} />
  }
}
