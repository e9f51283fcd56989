import { escapeHtml } from '#server/platform/escape-html.ts'
import type { Page } from '../html.ts'
import type { Person } from './people.ts'

const names = { google: 'Google', microsoft: 'Microsoft' } as const
export type Shape = keyof typeof names

/** The page where people choose who they are: a known person by a click, or anyone by name and email. */
export function pickPage(shape: Shape, action: string, people: Person[], fault?: string): Page {
  const marked = fault ? ' aria-invalid="true" aria-describedby="fault"' : ''
  return {
    title: `Who is signing in? – local ${names[shape]}`,
    css,
    body: `<main>
<header>
<p class="eyebrow">Local stand-in for ${names[shape]}</p>
<h1>Who is signing in?</h1>
<p class="lead">No password here: this provider only exists on your machine, so that you can be anyone in Ignite.</p>
</header>
${people.length > 0 ? peopleList(action, people) : ''}
<section aria-labelledby="someone">
<h2 id="someone">Someone new</h2>
<form method="post" action="${escapeHtml(action)}">
<label for="name">Name</label>
<input id="name" name="name" autocomplete="off" required maxlength="100">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="off" required maxlength="254"${marked}>
${fault ? `<p id="fault" class="fault" role="alert">${escapeHtml(fault)}</p>` : ''}
<button class="primary">Continue</button>
</form>
</section>
<form method="post" action="${escapeHtml(action)}" class="cancel">
<button name="cancel" value="yes">Cancel and go back</button>
</form>
</main>`,
  }
}

/** Shown when a sign-in can't continue: it was left open too long, or its address was opened twice. */
export function endedPage(): Page {
  return {
    title: 'This sign-in has ended',
    css,
    body: `<main>
<h1>This sign-in has ended</h1>
<p class="lead">It was open for too long, or it is already done.</p>
<section><a href="/login">Start again from the login page</a></section>
</main>`,
  }
}

function peopleList(action: string, people: Person[]): string {
  return `<section aria-labelledby="known">
<h2 id="known">People you may be</h2>
<form method="post" action="${escapeHtml(action)}">
<ul>
${people.map(personButton).join('\n')}
</ul>
</form>
</section>`
}

function personButton({ name, email, note }: Person): string {
  return `<li><button class="person" name="email" value="${escapeHtml(email)}">
<span class="avatar hue-${hue(email)}" aria-hidden="true">${escapeHtml(initials(name))}</span>
<span class="who"><span class="name">${escapeHtml(name)}</span> <span class="email">${escapeHtml(note ? `${email} · ${note}` : email)}</span></span>
</button></li>`
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const picked = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return picked.map(word => [...word][0]!.toUpperCase()).join('')
}

function hue(email: string): number {
  return [...email].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0) % 6
}

const css = `
main { max-width: 30rem; margin: 0 auto; padding: 48px 20px 64px }
section { margin-top: 32px }
ul { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 16px; overflow: hidden; background: var(--card) }
li + li { border-top: 1px solid var(--line) }
.person { display: flex; gap: 12px; align-items: center; width: 100%; min-height: 60px; padding: 8px 16px; border: 0; background: none; text-align: start }
.person:hover { background: var(--hover) }
.who { min-width: 0; display: grid }
.name { font-weight: 500 }
.email { font-size: 14px; color: var(--quiet) }
.name, .email { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.avatar { flex: none; display: grid; place-items: center; width: 40px; height: 40px; border-radius: 50%; font-size: 14px; font-weight: 600;
  background: light-dark(oklch(91% .045 var(--h)), oklch(36% .05 var(--h))); color: light-dark(oklch(36% .09 var(--h)), oklch(92% .05 var(--h))) }
.hue-0 { --h: 275 } .hue-1 { --h: 25 } .hue-2 { --h: 75 } .hue-3 { --h: 150 } .hue-4 { --h: 210 } .hue-5 { --h: 340 }
label { display: block; margin: 12px 0 4px; font-size: 14px; font-weight: 500 }
input { width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--field); border-radius: 10px; background: var(--card); color: var(--ink); font: inherit }
.fault { margin-top: 4px; font-size: 14px; color: var(--danger) }
.primary { min-height: 44px; margin-top: 16px; padding: 8px 20px; border: 0; border-radius: 10px; background: var(--accent); color: var(--on-accent); font-weight: 600 }
.cancel { margin-top: 32px; padding-top: 16px; border-top: 1px solid var(--line) }
.cancel button { min-height: 44px; padding: 8px 0; border: 0; background: none; color: var(--quiet); text-decoration: underline; text-underline-offset: 3px }
.cancel button:hover { color: var(--ink) }
.person:focus-visible { outline-offset: -3px; border-radius: 14px }
`
