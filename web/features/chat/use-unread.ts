import { useQuery } from '@tanstack/react-query'
import { useListening } from './listening.ts'
import type { Me } from './me.ts'
import { unreadQuery } from './queries.ts'

/** How many conversations and requests have news; undefined until it is known. */
export const useUnread = (me: Me) => useQuery({ ...unreadQuery(me), enabled: useListening() }).data
