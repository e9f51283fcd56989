import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import {
  CalendarClock,
  ChevronLeft,
  ChevronRight,
  GraduationCap,
  type LucideIcon,
  NotebookPen,
  UserRound,
  Wallet,
  X,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { profiles, type Tip } from '#shared/api/profiles.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/toast.ts'

type TipCard = { icon: LucideIcon; title: string; text: string; action: string; link: LinkProps }

/** What each tip says and where it leads. A new tip is a line here. */
const cards: Record<Tip, TipCard> = {
  profile: {
    icon: UserRound,
    title: 'Introduce yourself',
    text: 'Your college and a few words tell people whose notes they’re reading.',
    action: 'Complete your profile',
    link: { to: '/profile/settings', search: { tab: 'profile' } },
  },
  classes: {
    icon: GraduationCap,
    title: 'List your classes',
    text: 'You’ll get a tab here with notes for your classes.',
    action: 'List your classes',
    link: { to: '/profile/settings', search: { tab: 'profile' }, hash: 'classes' },
  },
  notes: {
    icon: NotebookPen,
    title: 'Share your first notes',
    text: 'A summary, slides, a solved worksheet: someone in your class needs it.',
    action: 'Upload Content',
    link: { to: '/explore', search: { create: 'upload' } },
  },
  schedule: {
    icon: CalendarClock,
    title: 'Set your hours',
    text: 'Set an hourly rate and your weekly hours so students can book you.',
    action: 'Set your hours',
    link: { to: '/schedule' },
  },
  wallet: {
    icon: Wallet,
    title: 'Start your wallet',
    text: 'It holds what you earn by teaching until you send it to your bank.',
    action: 'Open the wallet',
    link: { to: '/profile/wallet', search: { tab: 'tutorBalance' } },
  },
}

/** How long each tip shows. */
const turnMs = 10_000

/** Suggestions for a new person, one tip at a time. Gone once everything is done or dismissed. */
export function OnboardingTips() {
  const { data: tips = [] } = useQuery({ ...ownProfileQuery, select: profile => profile.tips })
  const [shown, setShown] = useState<Tip | null>(null)
  const [held, setHeld] = useState(false)
  const dismiss = useDismissTip()
  const place = Math.max(0, shown === null ? 0 : tips.indexOf(shown))
  const next = tips[(place + 1) % tips.length]
  const turns = tips.length > 1 && !held
  useEffect(() => {
    if (!turns || !next || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setTimeout(() => setShown(next), turnMs)
    return () => clearTimeout(timer)
  }, [turns, next])

  const tip = tips[place]
  if (!tip) return null
  const { action, link } = cards[tip]
  return (
    <section
      aria-label="Getting started"
      data-print="hidden"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={event => setHeld(event.currentTarget.contains(document.activeElement))}
      onFocus={() => setHeld(true)}
      onBlur={event => setHeld(event.currentTarget.contains(event.relatedTarget))}
      className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-16 border border-line bg-sheet p-4"
    >
      {/* All take the same place, so that the page doesn't move when a longer one shows. Read out if the person turns to it. */}
      <div aria-live={held ? 'polite' : 'off'} className="grid min-w-0 flex-1 basis-72">
        {tips.map(one => (
          <TipText key={one} card={cards[one]} shown={one === tip} />
        ))}
      </div>
      <div className="flex items-center gap-1 max-sm:w-full max-sm:flex-wrap">
        <Link {...link} className={buttonClass({ size: 'sm' })}>
          {action}
        </Link>
        <span className="-mr-2 ml-auto flex items-center sm:pl-2">
          {tips.length > 1 && (
            <>
              <IconButton label="Previous tip" onClick={() => setShown(tips.at(place - 1) ?? null)}>
                <ChevronLeft aria-hidden="true" className="size-5" />
              </IconButton>
              <span className="figures text-12 whitespace-nowrap text-ink-faint max-sm:sr-only">
                {place + 1} / {tips.length}
              </span>
              <IconButton label="Next tip" onClick={() => setShown(next ?? null)}>
                <ChevronRight aria-hidden="true" className="size-5" />
              </IconButton>
            </>
          )}
          <IconButton
            label="Don’t show this tip again"
            onClick={() => {
              setShown(next ?? null)
              dismiss(tip)
            }}
          >
            <X aria-hidden="true" className="size-5" />
          </IconButton>
        </span>
      </div>
    </section>
  )
}

function TipText({ card: { icon: Icon, title, text }, shown }: { card: TipCard; shown: boolean }) {
  return (
    <div
      className={cx('flex min-w-0 items-center gap-4 [grid-area:1/1]', shown ? 'animate-rise' : 'invisible')}
    >
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-lamp-wash text-lamp-ink tiny:hidden">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div className="min-h-15 min-w-0 content-center">
        <h2 className="text-18 leading-6">{title}</h2>
        <p className="text-14 text-ink-soft">{text}</p>
      </div>
    </div>
  )
}

/** Dismisses a tip for good; it comes back on failure. */
function useDismissTip() {
  const queryClient = useQueryClient()
  const mutationKey = [profiles.dismissTip.path]
  const change = (to: (tips: Tip[]) => Tip[]) =>
    queryClient.setQueryData(ownProfileQuery.queryKey, own => own && { ...own, tips: to(own.tips) })
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'dismiss tips' },
    mutationFn: (tip: Tip) => call(profiles.dismissTip, { body: { tip } }),
    onMutate: tip => change(tips => tips.filter(other => other !== tip)),
    onSuccess: ({ tips }) => {
      // An answer still has what was dismissed after it was asked for.
      if (queryClient.isMutating({ mutationKey }) === 1) change(() => tips)
    },
    onError: (error, tip) => {
      change(tips => [...tips, tip])
      toast.error(problemText(error))
    },
  })
  return mutate
}
