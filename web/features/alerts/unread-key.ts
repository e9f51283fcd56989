/** Where the count of unread alerts is kept (queries.ts fetches it): by itself, for what every page contains. */
export const unreadKey = ['/api/alerts/unread']
