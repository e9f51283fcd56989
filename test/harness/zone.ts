/**
 * The zone of the tests' processes and of the servers they start, neither UTC nor on the hour, and the zone of their databases'
 * connections, another such: where somebody takes one for the other, or either for UTC, a test fails.
 */
export const processZone = 'Asia/Kathmandu'
export const databaseZone = 'Pacific/Chatham'
