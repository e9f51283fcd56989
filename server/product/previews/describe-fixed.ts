import type { PageDescription } from '#server/platform/http/page-html.ts'
import type { PreviewDeps } from './page-data.ts'

/** The pages that are always there, for everyone. */
const fixed: Record<string, Pick<PageDescription, 'title' | 'description'>> = {
  '/': {
    title: 'Good notes, in good light',
    description:
      'Ignite is where college students share course notes, find the ones they need by course or CRN, and learn together.',
  },
  '/faq': {
    title: 'Help',
    description:
      'Answers about tutoring, bookings, group sessions and accounts on Ignite, and a way to ask a person.',
  },
  '/terms': {
    title: 'Terms of use',
    description:
      'What you can expect from Ignite, and what Ignite expects from you as a student, tutor or reader.',
  },
  '/privacy': {
    title: 'Privacy',
    description:
      'What Ignite stores about you, who can see it, how to download it, and how to delete it. Ignite doesn’t show ads or sell data.',
  },
  '/honor-code': {
    title: 'Honor code',
    description:
      'Ignite is for learning with each other, not instead of each other. This is what we promise each other.',
  },
  '/copyright': {
    title: 'Copyright',
    description:
      'Share what you made or have permission to share. If someone shared your work without permission, here’s how to get it taken down.',
  },
}

export const fixedPaths = Object.keys(fixed)

/** A page that doesn't depend on what is stored; undefined if it isn't one of those. */
export function describeFixed({ config }: PreviewDeps, path: string): PageDescription | undefined {
  const page = fixed[path]
  return (
    page && {
      ...page,
      path,
      type: 'website',
      image: null,
      data: {
        '@context': 'https://schema.org',
        '@type': 'WebPage',
        name: page.title,
        description: page.description,
        url: config.publicUrl + path,
      },
    }
  )
}
