import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/explore')({
  head: () => ({ meta: [{ title: 'Explore' }] }),
  component: () => <h1 className="text-28">Explore</h1>,
})
