import { useNavigate } from '@tanstack/react-router'

/** Closes what is open over a session's page, which its address says. */
export function useClose() {
  const navigate = useNavigate()
  return () =>
    void navigate({
      to: '.',
      search: old => ({ ...old, show: undefined }),
      replace: true,
      resetScroll: false,
    })
}
