import type { Occurrence } from '#shared/api/sessions.ts'

/** Whether people enter an occurrence's call. An old server's answer has no `has_call`. */
export const hasCall = ({ has_call }: Pick<Occurrence, 'has_call'>) => has_call !== false
