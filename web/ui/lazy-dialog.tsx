import { type ComponentType, lazy, Suspense } from 'react'

/** A dialog whose code loads when it is first shown. Until that is there, nothing stands in its place. */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() }))
  return props => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}
