/** Shared by the local payment pages, in addition to the look of all stand-ins. */
export const look = `
main { max-width: 32rem; margin: 0 auto; padding: 48px 20px 64px }
section { margin-top: 32px }
.card { padding: 20px; border: 1px solid var(--line); border-radius: 16px; background: var(--card) }
label { display: block; margin: 16px 0 4px; font-size: 14px; font-weight: 500 }
label:first-child { margin-top: 0 }
.hint { margin-top: 4px; font-size: 14px; color: var(--quiet) }
input, select { width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--field); border-radius: 10px; background: var(--card); color: var(--ink); font: inherit }
.fault { margin-top: 4px; font-size: 14px; color: var(--danger) }
.primary { min-height: 44px; margin-top: 20px; padding: 8px 20px; border: 0; border-radius: 10px; background: var(--accent); color: var(--on-accent); font-weight: 600 }
.wide { width: 100% }
.quiet { min-height: 44px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: var(--ink) }
.quiet:hover { background: var(--hover) }
.back { display: inline-block; min-height: 44px; margin-top: 24px; padding: 10px 0; color: var(--quiet); text-underline-offset: 3px }
.back:hover { color: var(--ink) }
.number { font-variant-numeric: tabular-nums }
`
