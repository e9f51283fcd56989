import { describe, expect, test } from 'vitest'
import { documentName, topicFrom } from './file-names.ts'

describe('the stored name of a document', () => {
  test('keeps the name and takes the extension of the sent file', () => {
    expect(documentName('Lecture 4.docx', 'pdf')).toBe('Lecture 4.pdf')
    expect(documentName('photo.JPEG', 'jpg')).toBe('photo.jpg')
    expect(documentName('v1.2 notes.pdf', 'pdf')).toBe('v1.2 notes.pdf')
  })

  test('drops characters that calls refuse', () => {
    expect(documentName('a\u0000b\u202efdp.exe.pdf', 'pdf')).toBe('abfdp.exe.pdf')
    expect(documentName('\u0007.pdf', 'pdf')).toBe('document.pdf')
  })

  test('is shortened without losing its extension or half a character', () => {
    const name = documentName(`${'📚'.repeat(250)}.pdf`, 'pdf')
    expect([...name]).toHaveLength(200)
    expect(name.endsWith('📚.pdf')).toBe(true)
  })
})

test.each([
  'IMG_2044.HEIC',
  'IMG-20261130-WA0003.jpg',
  'PXL_20261130_013344123.MP.jpg',
  '20261130_013344.jpg',
  'DSC01234.JPG',
  'Screenshot 2026-11-30 at 1.33.44 PM.png',
  'Screenshot_20261130-013344.png',
  'image (3).png',
  'photo.jpg',
  'Scan 4.pdf',
])('no topic is suggested for %j, which a camera or a scanner named', name => {
  expect(topicFrom(name)).toBe('')
})

test.each([
  ['Photosynthesis 2.pdf', 'Photosynthesis 2'],
  ['Image of the cell.png', 'Image of the cell'],
  ['cs201_final-notes_v2.pdf', 'cs201 final-notes v2'],
  ['  Trees.tar.gz', 'Trees.tar'],
  [`${'x'.repeat(300)}.pdf`, 'x'.repeat(120)],
])('the topic suggested for %j reads naturally', (name, topic) => {
  expect(topicFrom(name)).toBe(topic)
})
