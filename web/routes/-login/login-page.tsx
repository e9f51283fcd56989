import { useQuery } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type SignInFailure, signInFailureText } from '#shared/api/logins.ts'
import { readReturnPath } from '#shared/domain/return-path.ts'
import { loginQuery } from '#web/features/logins/queries.ts'
import { LoginFrame } from './login-frame.tsx'
import { Providers } from './providers.tsx'

/** What only the Ignite team can do something about. */
const helped: ReadonlySet<string> = new Set<SignInFailure>(['suspended', 'other_way', 'email_missing'])

export function LoginPage() {
  const { next, error, provider } = useSearch({ from: '/login' })
  const login = useQuery(loginQuery)
  const destination = readReturnPath(next ?? '') ?? '/explore'
  const { history } = useRouter()
  const signedIn = Boolean(login.data)
  useEffect(() => {
    if (signedIn) history.replace(destination)
  }, [signedIn, destination, history])
  if (signedIn) return null
  return (
    <LoginFrame>
      <span className="ignite-icon block size-12" />
      <h1 className="mt-6 text-28">Welcome to Ignite</h1>
      <p className="mt-2 text-ink-soft">
        {next
          ? 'Sign in to continue to the page you were opening.'
          : 'Find notes for your courses and the people who wrote them.'}
      </p>
      {error && (
        <p role="alert" className="mt-6 rounded-10 bg-negative-wash px-4 py-3 text-14 text-negative">
          {signInFailureText(error, provider)}
          {helped.has(error) && (
            <>
              {' '}
              <a href="/faq?contact=1" className="font-medium underline underline-offset-4">
                Contact support
              </a>
            </>
          )}
        </p>
      )}
      <div className="mt-8">
        <Providers destination={destination} />
      </div>
      <div className="mt-8 border-t border-line pt-5 text-12 text-ink-faint">
        <p>New here? Signing in creates your account. Ignite only sees your name, email and picture.</p>
        <p className="mt-1.5">
          By signing in, you agree to the <TextLink to="/terms">terms of use</TextLink>.{' '}
          {/* Breaks only before it, whatever the font: a paragraph that gets another line moves the page. */}
          <span className="inline-block">
            Our <TextLink to="/privacy">privacy notice</TextLink> says what we store.
          </span>
        </p>
      </div>
    </LoginFrame>
  )
}

function TextLink(props: { to: '/terms' | '/privacy'; children: string }) {
  return <Link {...props} className="underline underline-offset-4 hover:text-ink" />
}
