/**
 * Ends a process and those it started, at once. Killing bwrap alone in its first moments leaves its other half
 * waiting for ever; later on, the namespace takes along what has left the group.
 */
export function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
