/** Notes a failure that no person needs to see. */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the console is where a developer looks
  console.warn(`${what}: ${error instanceof Error ? error.message : 'Unknown error'}`, error)
}
