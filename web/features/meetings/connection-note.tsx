import { useQuery } from '@tanstack/react-query'
import { TriangleAlert, Wifi } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { checkConnection, connectionText } from './check-connection.ts'

/** Whether media can leave this network, directly or through a relay. */
export function ConnectionNote({ bookingId, iceServers }: { bookingId: string; iceServers: RTCIceServer[] }) {
  const query = useQuery({
    queryKey: ['check-connection', bookingId],
    queryFn: () => checkConnection(iceServers),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const found = query.data && connectionText(query.data)
  return (
    <div className="flex items-start gap-2 text-14" role="status">
      {query.isFetching ? (
        <>
          <Spinner className="mt-0.5" />
          <p>Checking your connection…</p>
        </>
      ) : found?.good ? (
        <>
          <Wifi aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-positive" />
          <p>{found.text}</p>
        </>
      ) : (
        <>
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-caution" />
          <p className="min-w-0 flex-1">{found?.text ?? 'This browser can’t make calls.'}</p>
          <Button size="sm" onClick={() => void query.refetch()}>
            Check again
          </Button>
        </>
      )}
    </div>
  )
}
