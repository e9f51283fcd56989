import { type ChangeEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** What an input with a list takes over from the plain input that stood in its place. */
export type TakesOver = {
  input: RefObject<HTMLInputElement | null>
  /** Whether the person was about to choose. */
  startsOpen: boolean
}

/** The code of an input with a list: it is larger than the page around it, so the page doesn't wait for it. */
type Code<C> = { load: () => Promise<C>; loaded?: C }

type Loaded<C> = { it: C; focus: { from: number | null; to: number | null; open: boolean } | null }

export function listCode<C>(load: () => Promise<C>): Code<C> {
  return { load }
}

/**
 * The component that `code` brings, once it is there. Until then a plain input takes what is typed: give it `plain`. The component
 * gets `takesOver`: the cursor stays where it was, and the list opens for those who have begun to type.
 */
export function useListCode<C>(code: Code<C>, onTextChange: (text: string) => void) {
  const input = useRef<HTMLInputElement>(null)
  const begun = useRef(false)
  const composing = useRef(false)
  const [loaded, setLoaded] = useState<Loaded<C> | null>(() =>
    code.loaded ? { it: code.loaded, focus: null } : null,
  )

  function take(it: C): void {
    const plain = input.current
    // Replacing the input would lose what an input method has half composed.
    if (composing.current) return
    const focused = plain !== null && document.activeElement === plain
    const focus = focused ? { from: plain.selectionStart, to: plain.selectionEnd, open: begun.current } : null
    // At once: what is typed before a later render would find the list closed, and the cursor at the start.
    flushSync(() => setLoaded(old => old ?? { it, focus }))
  }
  const load = async () => {
    code.loaded = await code.load()
    take(code.loaded)
  }
  // Without a network the input stays plain. The next focus tries again.
  const tryToLoad = () => void load().catch(() => {})

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page stands
  useEffect(() => {
    if (!loaded) tryToLoad()
  }, [])
  useLayoutEffect(() => {
    if (!loaded?.focus) return
    input.current?.focus({ preventScroll: true })
    input.current?.setSelectionRange(loaded.focus.from, loaded.focus.to)
  }, [loaded])

  return {
    WithList: loaded?.it,
    takesOver: { input, startsOpen: loaded?.focus?.open ?? false },
    plain: {
      ref: input,
      type: 'text',
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': false,
      'aria-haspopup': 'listbox',
      autoComplete: 'off',
      autoCorrect: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
      onFocus: tryToLoad,
      onClick: () => {
        begun.current = true
      },
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        begun.current = true
        onTextChange(target.value)
      },
      onCompositionStart: () => {
        composing.current = true
      },
      onCompositionEnd: () => {
        composing.current = false
        if (code.loaded) take(code.loaded)
      },
    },
  } as const
}
