/**
 * Kills a process and its children at once. Killing only bwrap in its first moments leaves its other half
 * waiting forever; later, the namespace also takes processes that have left the group.
 */
export function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
