import { useNavigate } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import type { MenuEntry } from '#web/ui/menu.tsx'

/** What can be made from everywhere. */
export function useCreateEntries(): MenuEntry[] {
  const navigate = useNavigate()
  return [
    {
      label: 'Upload Content',
      icon: <Upload aria-hidden="true" className="size-4" />,
      onSelect: () =>
        void navigate({ to: '.', search: old => ({ ...old, create: 'upload' }), resetScroll: false }),
    },
  ]
}
