export const settingsTabs = ['profile', 'schedule', 'account', 'privacy'] as const
export type SettingsTab = (typeof settingsTabs)[number]
