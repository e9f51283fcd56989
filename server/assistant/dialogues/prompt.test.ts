import { expect, test } from 'vitest'
import { makePrompt } from './prompt.ts'

test('the instruction asks the model for Markdown without backquotes, and contains none itself', () => {
  const question = { text: 'Why?', selected: null, passages: [], strong: false, note: null, earlier: [] }
  for (const mode of ['explain', 'hint'] as const) {
    const { instruction } = makePrompt({ ...question, mode })
    expect(instruction).toContain('Answer in Markdown without backquotes')
    expect(instruction).not.toContain('`')
  }
})
