import type { KeyboardEvent } from 'react'

/** WebKit tells of Enter that ended an input method’s word only after that word, with this code. */
const composingCode = 229

/** Whether a key sends what was typed. Shift+Enter starts a new line, and Enter that ends an input method’s word only chooses it. */
export function isEnterToSend({ key, shiftKey, keyCode, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing && keyCode !== composingCode
}
