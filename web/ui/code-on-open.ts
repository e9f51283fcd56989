import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { within } from '#shared/domain/within.ts'
import { opening } from './opening.ts'

/** Something over the page whose code loads when it first opens; `failed` says that it couldn't be fetched. */
type CodeOnOpen<Props> = {
  load: () => Promise<ComponentType<Props>>
  failed: string
  loaded?: ComponentType<Props>
}

/** A network may swallow the request for the code without a word. What comes later is there for the next time. */
const longestWaitMs = 30_000

const usualText = 'That didn’t load. Check your connection and try again.'

export function codeOnOpen<Props>(
  load: () => Promise<ComponentType<Props>>,
  failed = usualText,
): CodeOnOpen<Props> {
  return { load, failed }
}

/**
 * Its component, once it has opened and the code is there; until then the page says that it opens. If the code can't be fetched, says
 * so and closes it; the page stays.
 */
export function useCodeOnOpen<Props>(
  code: CodeOnOpen<Props>,
  open: boolean,
  onClose: () => void,
): ComponentType<Props> | null {
  const [loaded, setLoaded] = useState(() => code.loaded ?? null)
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)
  const onMissing = useEffectEvent(() => {
    opening.fail(code.failed)
    onClose()
  })
  useEffect(() => {
    if (!open || loaded) return
    let waits = true
    const endOpening = opening.begin()
    const fail = () => {
      endOpening()
      if (waits) onMissing()
    }
    within(longestWaitMs, code.load()).then(it => {
      if (it === null) return fail()
      code.loaded = it
      if (waits) setLoaded(() => it)
    }, fail)
    return () => {
      waits = false
      endOpening()
    }
  }, [open, loaded, code])
  return wanted ? loaded : null
}
