export const walletTabs = ['tutorBalance', 'transactions'] as const
export type WalletTab = (typeof walletTabs)[number]
