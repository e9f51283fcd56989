import { expect, test } from 'vitest'
import { dialogueTexts } from '#shared/api/dialogues.ts'
import { cleanLine } from './clean-text.ts'

test('any text selected in a document can be sent', () => {
  const marked = ` a\u0000b\n\tc \u202egpj\u2069 \ud800 ${'👩‍🎓'.repeat(3000)}`
  const line = cleanLine(marked, 4000)
  expect(line.startsWith('ab c gpj')).toBe(true)
  expect([...line]).toHaveLength(4000)
  expect(dialogueTexts.selection.parse(line)).toBe(line)
})
