import { expect, test } from 'vitest'
import { filesOf, readBy, textsIn, unreadFiles } from './words.ts'

test('prints what people read, as whole sentences, and nothing that only the machine reads', () => {
  const page = `
    import { Button } from '#web/ui/button.tsx'
    const names = { open: 'Open reports', closed: \`\${count} closed\` }
    export function Page({ name }: { name: string }) {
      return (
        <Button className="flex gap-2" label="Close without saving?" onClick={() => go('/wallet')}>
          Waiting for <b>{name}</b>
          to let you in.
        </Button>
      )
    }`
  expect(textsIn('page.tsx', page).map(({ text }) => text)).toEqual([
    'Open reports',
    '{count} closed',
    'Waiting for <{name}> to let you in.',
    'Close without saving?',
  ])
  expect(textsIn('routes.ts', `throw problem('NOT_FOUND', 'We couldn’t find that post.')`)).toMatchObject([
    { text: 'We couldn’t find that post.' },
  ])
})

test('leaves out no files that have moved', () => {
  const files = Object.values(readBy).flatMap(filesOf)
  expect(unreadFiles.filter(unread => !files.some(file => unread.test(file)))).toEqual([])
})
