export const settingsTabs = ['profile', 'schedule', 'notifications', 'account', 'privacy'] as const
export type SettingsTab = (typeof settingsTabs)[number]
