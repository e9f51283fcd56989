import { useQuery } from '@tanstack/react-query'
import { useListening } from './listening.ts'
import { unreadQuery } from './queries.ts'
import type { Me } from './token.ts'

/** How many conversations and requests have news; undefined until it is known. */
export const useUnread = (me: Me) => useQuery({ ...unreadQuery(me), enabled: useListening() }).data
