import { createFileRoute } from '@tanstack/react-router'

type Search = { text?: string; type?: 'posts' }

export const Route = createFileRoute('/_signed-in/search')({
  validateSearch: (search): Search => ({
    text: typeof search.text === 'string' ? search.text : undefined,
    type: 'posts',
  }),
  head: () => ({ meta: [{ title: 'Search' }] }),
  component: () => <h1 className="text-28">Search</h1>,
})
