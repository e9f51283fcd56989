import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import {
  BookOpen,
  CalendarDays,
  Clock,
  FileText,
  type LucideIcon,
  MessagesSquare,
  ScanText,
  Search,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { conversationsQuery } from '#web/features/chat/queries.ts'
import { courseSuggestionsQuery } from '#web/features/courses/queries.ts'
import type { Login } from '#web/features/logins/queries.ts'
import { peopleOf } from '#web/features/people/queries.ts'
import { postsOf } from '#web/features/posts/queries.ts'
import { useOwnZone } from '#web/features/profiles/use-own-zone.ts'
import { quoteOf, textOf } from '#web/features/search/excerpts.ts'
import { pageSearchQuery, peopleSearchQuery, postSearchQuery } from '#web/features/search/queries.ts'
import { recentSearches } from '#web/features/search/recent-searches.ts'
import { classSessionsQuery, rowsOf } from '#web/features/sessions/queries.ts'
import { whenText } from '#web/features/sessions/words.ts'
import { ownerKey } from '#web/lib/page-owner.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { places } from './places.ts'
import { useCreateEntries } from './use-create-entries.tsx'

/** Something to go to or to do. */
export type QuickResult = {
  key: string
  icon: ReactNode
  label: string
  detail?: string | undefined
  /** A search that is typed again instead of leading away. */
  text?: string
  go?: () => void
}

export type QuickGroup = { value: string; items: QuickResult[] }

/** A letter alone finds half of everything. */
const enough = 2

/**
 * What a text may mean: a search, posts, pages, people, courses, sessions, chats, places and actions. Without a text, the last
 * searches and the places.
 */
export function useQuickResults(login: Login, typed: string): { groups: QuickGroup[]; waits: boolean } {
  const { lead, toPlaces } = usePlaces()
  const text = useSettled(typed.trim())
  const zone = useOwnZone()
  // Results of an earlier text don't stay: people would choose one of them while the others come.
  const only = { enabled: text.length >= enough, placeholderData: undefined }
  const posts = useInfiniteQuery({ ...postSearchQuery({ text, crn: '' }), ...only })
  const pages = useQuery({ ...pageSearchQuery({ text, crn: '' }), ...only })
  const people = useInfiniteQuery({ ...peopleSearchQuery(text), ...only })
  const courses = useQuery({ ...courseSuggestionsQuery(text), ...only })
  const sessions = useInfiniteQuery({ ...classSessionsQuery({ text, crn: '' }), ...only })
  // The latest conversations, among which names are looked for here.
  const chats = useInfiniteQuery({ ...conversationsQuery(login, 'inbox'), enabled: only.enabled })

  const asked = typed.trim().toLowerCase()
  if (asked === '') {
    const recent = recentSearches(ownerKey(login)).map(search => ({
      key: `recent ${search}`,
      icon: <Icon of={Clock} />,
      label: search,
      text: search,
    }))
    return {
      groups: shown([
        ['Recent searches', recent],
        ['Go to', toPlaces],
      ]),
      waits: false,
    }
  }
  const current = only.enabled && text === typed.trim()
  return {
    groups: shown([
      [
        'Search',
        [
          {
            key: 'search',
            icon: <Icon of={Search} />,
            label: `Search for “${typed.trim()}”`,
            go: lead({ to: '/search', search: { text: typed.trim(), type: 'posts' } }),
          },
        ],
      ],
      ['Go to', toPlaces.filter(({ names }) => names.some(name => name.toLowerCase().includes(asked)))],
      [
        'Courses',
        (current ? (courses.data ?? []) : []).slice(0, 3).map(({ id, subject, school }) => ({
          key: `course ${id}`,
          icon: <Icon of={BookOpen} />,
          label: subject,
          detail: school,
          go: lead({ to: '/courses/$courseId', params: { courseId: String(id) } }),
        })),
      ],
      [
        'Posts',
        (current && posts.data ? postsOf(posts.data.pages) : []).slice(0, 4).map(post => ({
          key: `post ${post.id}`,
          icon: <Icon of={FileText} />,
          label: post.post_name,
          detail: `${post.course_subject} · ${post.name}`,
          go: lead({ to: '/ignite/$postId', params: { postId: post.id } }),
        })),
      ],
      [
        'Inside documents',
        (current ? (pages.data?.pages ?? []) : []).slice(0, 3).map(({ post, page, passage_id, excerpt }) => ({
          key: `page ${passage_id}`,
          icon: <Icon of={ScanText} />,
          label: `${post.post_name}, page ${page.toLocaleString('en')}`,
          detail: textOf(excerpt),
          go: lead({
            to: '/read/$postId',
            params: { postId: post.id },
            search: { page, passage: passage_id, quote: quoteOf(excerpt) },
          }),
        })),
      ],
      [
        'People',
        (current && people.data ? peopleOf(people.data.pages) : []).slice(0, 3).map(person => ({
          key: `person ${person.id}`,
          icon: <Icon of={UserRound} />,
          label: person.name,
          detail: [`@${person.username}`, person.college].filter(Boolean).join(' · '),
          go: lead({ to: '/profile/$username', params: { username: person.username } }),
        })),
      ],
      [
        'Sessions',
        (current && sessions.data ? rowsOf(sessions.data.pages) : []).slice(0, 3).map(session => ({
          key: `session ${session.id}`,
          icon: <Icon of={CalendarDays} />,
          label: session.title,
          detail: [zone && whenText(session, zone), session.admin_profile.name].filter(Boolean).join(' · '),
          go: lead({ to: '/sessions/$id', params: { id: session.id } }),
        })),
      ],
      [
        'Chats',
        (chats.data?.pages ?? [])
          .flatMap(page => page.conversations)
          .filter(({ person }) =>
            [person.name, person.username].some(name => name.toLowerCase().includes(asked)),
          )
          .slice(0, 3)
          .map(({ id, person }) => ({
            key: `chat ${id}`,
            icon: <Icon of={MessagesSquare} />,
            label: `Chat with ${person.name}`,
            detail: `@${person.username}`,
            go: lead({ to: '/messages/$conversationId', params: { conversationId: id } }),
          })),
      ],
    ]),
    waits:
      typed.trim().length >= enough &&
      (!current || [posts, pages, people, courses, sessions].some(({ isFetching }) => isFetching)),
  }
}

/** What needs no search: the places of the menus, and what one can create. */
function usePlaces() {
  const navigate = useNavigate()
  const create = useCreateEntries()
  const lead = (options: NavigateOptions) => () => void navigate(options)
  const toPlaces: (QuickResult & { names: string[] })[] = [
    ...places.map(({ to, search, icon, side, more, tab, own, bar }) => {
      // The first is the page's own.
      const names = [tab, own, more, side, bar].filter(name => name !== undefined)
      return {
        key: `place ${to} ${more}`,
        icon: <Icon of={icon} />,
        label: names[0]!,
        names,
        go: lead({ to, search } as NavigateOptions),
      }
    }),
    ...create.map(({ label, icon, onSelect }) => ({
      key: `create ${label}`,
      icon,
      label,
      names: [label],
      go: onSelect,
    })),
  ]
  return { lead, toPlaces }
}

function shown(groups: [name: string, items: QuickResult[]][]): QuickGroup[] {
  return groups.filter(([, items]) => items.length > 0).map(([value, items]) => ({ value, items }))
}

function Icon({ of: Shape }: { of: LucideIcon }) {
  return <Shape aria-hidden="true" className="size-4" />
}
