/** Repeats until the answer is yes; on timeout, says what never came true. */
export async function eventually(
  what: string,
  look: () => Promise<boolean>,
  withinMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await look())) {
    if (Date.now() > deadline) throw new Error(`This never came true: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
