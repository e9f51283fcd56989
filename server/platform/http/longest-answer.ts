/**
 * How long an answer may take to begin. Proxies and connections wait for half a minute more: whoever waits hears from us
 * that it took too long, and not from a connection that broke.
 */
export const longestAnswerMs = 120_000
