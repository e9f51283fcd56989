import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { type Act, rememberAct } from './after-sign-in.ts'

/** A visitor's button: after the sign-in, the page at `next` does what they pressed (`useActAfterSignIn`). */
export function SignInLink({
  act,
  id,
  next,
  ...props
}: { act: Act; id: string; next: string } & Omit<ComponentProps<'a'>, 'href' | 'onClick'>) {
  return <Link {...props} to="/login" search={{ next }} onClick={() => rememberAct(act, id)} />
}
