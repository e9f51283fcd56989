import type { Stack } from '../harness/stack.ts'

/** The mails to `NAME@example.edu`, once all are sent. */
export async function mailsTo(stack: Stack, name: string): Promise<{ subject: string; text: string }[]> {
  await stack.jobsDone()
  const answer = await fetch(`${stack.url}/local/mail/messages?to=${name}@example.edu`)
  return ((await answer.json()) as { messages: { subject: string; text: string }[] }).messages
}

/** The subjects of the mails to `NAME@example.edu` after the welcome. */
export async function subjectsTo(stack: Stack, name: string): Promise<string[]> {
  const mails = await mailsTo(stack, name)
  return mails.map(({ subject }) => subject).filter(subject => subject !== 'Welcome to Ignite')
}
