import { useNavigate } from '@tanstack/react-router'
import { CalendarPlus, Upload } from 'lucide-react'

/** What people can create from every page. */
export function useCreateEntries() {
  const navigate = useNavigate()
  return [
    {
      label: 'Upload Content',
      icon: <Upload aria-hidden="true" className="size-4" />,
      onSelect: () =>
        void navigate({ to: '.', search: old => ({ ...old, create: 'upload' }), resetScroll: false }),
    },
    {
      label: 'New Session',
      icon: <CalendarPlus aria-hidden="true" className="size-4" />,
      onSelect: () => void navigate({ to: '/sessions/create' }),
    },
  ]
}
