/** Keeps Escape that cancels an input method's word from also closing what the person types into. */
export function keepOpenWhileComposing(): void {
  const keep = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && event.isComposing) event.stopPropagation()
  }
  addEventListener('keydown', keep, true)
}
