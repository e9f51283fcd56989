import type { Report } from '#shared/api/admin.ts'

export const adminTabs = ['reports', 'problems', 'people', 'money', 'audit', 'support'] as const
export type AdminTab = (typeof adminTabs)[number]

export const reportStates = ['open', 'upheld', 'dismissed'] as const satisfies Report['state'][]

export const problemStates = ['open', 'settled'] as const
export type ProblemState = (typeof problemStates)[number]

export type QueueState = (typeof reportStates)[number] | ProblemState
