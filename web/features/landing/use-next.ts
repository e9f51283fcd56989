import { useLocation } from '@tanstack/react-router'

/** The page that the sign-in leads back to; none for the landing page. */
export function useNext(): string | undefined {
  return useLocation({ select: ({ pathname, href }) => (pathname === '/' ? undefined : href) })
}
