import { useRouteContext } from '@tanstack/react-router'

/** Who is signed in, on a page below the guard. */
export function useLogin() {
  return useRouteContext({ from: '/_signed-in', select: context => context.login })
}
