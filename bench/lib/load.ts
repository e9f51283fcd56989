import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'

type Load = { url: string; headers?: Record<string, string>; connections?: number; seconds?: number }

/** The requests per second of a closed loop of connections. Throws if an answer isn't 200. */
export async function requestsPerSecond({
  url,
  headers,
  connections = 16,
  seconds = 4,
}: Load): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds, ...(headers && { headers }) })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers were not 200, ${result.errors} failed`)
  }
  return result.requests.average
}

/** Milliseconds of each of `count` requests made one after another. */
export async function latencies(
  url: string,
  headers: Record<string, string>,
  count: number,
): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const start = performance.now()
    const response = await fetch(url, { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    times.push(performance.now() - start)
  }
  return times
}

/** The processor seconds that a process has used so far (Linux). */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  const ticksPerSecond = 100
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
