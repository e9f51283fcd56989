import { useNavigate, useRouter } from '@tanstack/react-router'

/** Goes back to where the person was, or to the notes if they came by a link. */
export function useCloseReader() {
  const router = useRouter()
  const navigate = useNavigate()
  return () => {
    if (router.history.canGoBack()) router.history.back()
    else void navigate({ to: '/explore' })
  }
}
