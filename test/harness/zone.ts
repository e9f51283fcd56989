/**
 * The zone of the test processes and their servers, neither UTC nor a whole hour from it, and the zone of
 * their database connections, another such one: if code mistakes one for the other, or either for UTC, a test
 * fails.
 */
export const processZone = 'Asia/Kathmandu'
export const databaseZone = 'Pacific/Chatham'
