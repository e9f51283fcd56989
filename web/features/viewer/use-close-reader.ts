import { useNavigate, useRouter } from '@tanstack/react-router'

/** Back to where the person was, or to the notes for someone who came by a link. */
export function useCloseReader() {
  const router = useRouter()
  const navigate = useNavigate()
  return () => {
    if (router.history.canGoBack()) router.history.back()
    else void navigate({ to: '/explore' })
  }
}
