export const settingsTabs = ['profile', 'account', 'privacy'] as const
export type SettingsTab = (typeof settingsTabs)[number]
