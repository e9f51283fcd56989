import { expect, test } from 'vitest'
import { prepareThumbnail } from './prepare-document.ts'
import { fileProblemText } from './problem-advice.ts'

test('a thumbnail of another type is refused without advice about documents', async () => {
  const refused = await prepareThumbnail(new File(['%PDF-'], 'a.pdf', { type: 'application/pdf' })).catch(
    fileProblemText,
  )
  expect(refused).toBe('Choose a PNG or JPEG image for the thumbnail.')
})
