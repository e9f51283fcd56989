/** Calls again what did nothing, since it had waited for a lock for as long as a call may. A busy machine takes that long. */
export async function untilFree<Answer extends { status: number }>(
  call: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await call()
  return answer.status === 503 ? untilFree(call) : answer
}
