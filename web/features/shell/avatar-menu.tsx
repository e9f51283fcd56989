import { useNavigate } from '@tanstack/react-router'
import { LogOut, ShieldCheck } from 'lucide-react'
import { useLogin } from '#web/features/login/use-login.ts'
import { useSignOut } from '#web/features/login/use-sign-out.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { places } from './places.ts'

export function AvatarMenu() {
  const login = useLogin()
  const navigate = useNavigate()
  const signOut = useSignOut()
  return (
    <Menu
      heading={
        <div className="max-w-64 text-14">
          <p className="truncate font-medium">{login.name}</p>
          <p className="truncate text-ink-faint">{login.email}</p>
        </div>
      }
      entries={[
        ...places
          .filter(place => place.own)
          .map(({ to, icon: Icon, own }) => ({
            label: own!,
            icon: <Icon aria-hidden="true" className="size-4" />,
            onSelect: () => void navigate({ to }),
          })),
        ...(login.operator
          ? [
              {
                label: 'Operators',
                icon: <ShieldCheck aria-hidden="true" className="size-4" />,
                onSelect: () => void navigate({ to: '/admin' }),
              },
            ]
          : []),
        { label: 'Logout', icon: <LogOut aria-hidden="true" className="size-4" />, onSelect: signOut },
      ]}
      trigger={props => (
        <button
          {...props}
          aria-label={`Your account, ${login.name}`}
          className="inline-flex size-10 items-center justify-center rounded-full hover:bg-sunken touch-target"
        >
          <Avatar name={login.name} image={login.image} />
        </button>
      )}
    />
  )
}
