/** The first has its name from the specification (§2). */
export const walletTabs = ['tutorBalance', 'transactions'] as const
export type WalletTab = (typeof walletTabs)[number]
