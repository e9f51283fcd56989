/** Repeats a call that did nothing because it timed out waiting for a lock or a connection, as happens on a busy machine. */
export async function untilFree<Answer extends { status: number }>(
  call: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await call()
  return answer.status === 503 ? untilFree(call) : answer
}
