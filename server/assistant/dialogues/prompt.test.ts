import { expect, test } from 'vitest'
import { makePrompt } from './prompt.ts'

test('the model is told to answer in Markdown without backquotes, which its instruction has none of', () => {
  const question = { text: 'Why?', selected: null, passages: [], strong: false, note: null, earlier: [] }
  for (const mode of ['explain', 'hint'] as const) {
    const { instruction } = makePrompt({ ...question, mode })
    expect(instruction).toContain('Answer in Markdown without backquotes')
    expect(instruction).not.toContain('`')
  }
})
