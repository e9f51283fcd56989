export const welcomeSteps = ['you', 'classes', 'people'] as const
export type WelcomeStep = (typeof welcomeSteps)[number]
