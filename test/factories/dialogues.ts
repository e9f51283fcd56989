import type { Given } from '#shared/api/contract.ts'
import type { AnswerEvent, Message } from '#shared/api/dialogues.ts'
import { dialogues } from '#shared/api/dialogues.ts'
import type { ProblemBody } from '#shared/api/problem.ts'
import type { Person } from '../harness/person.ts'

/** Begins a dialogue about a post, through the front door; returns its id. */
export async function beginDialogue(person: Person, postId: string): Promise<string> {
  const { status, body, problem } = await person.call(dialogues.create, { body: { post_id: postId } })
  if (status !== 200) throw new Error(`The chat was refused: ${problem.code} ${problem.detail}`)
  return body.session_id
}

type Question = Given<typeof dialogues.stream.body>

export type Streamed = {
  status: number
  problem: ProblemBody | null
  events: AnswerEvent[]
  /** The pieces joined, as they arrived. */
  text: string
  message: Message | undefined
  error: string | undefined
  /** Whether `data: [DONE]` came at the end. */
  marked: boolean
}

/** Asks like a client, and reads the stream to its end. */
export async function stream(person: Person, question: Question, signal?: AbortSignal): Promise<Streamed> {
  const response = await person.fetch(dialogues.stream.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(question),
    ...(signal && { signal }),
  })
  const text = await response.text()
  if (response.status !== 200) return { ...nothing, status: response.status, problem: JSON.parse(text) }
  const data = text
    .split('\n')
    .filter(line => line.startsWith('data: '))
    .map(line => line.slice(6))
  const events = data.filter(line => line !== '[DONE]').map((line): AnswerEvent => JSON.parse(line))
  const end = events.find(({ done }) => done)
  return {
    status: 200,
    problem: null,
    events,
    text: events.map(({ content }) => content).join(''),
    message: end?.message,
    error: end?.error,
    marked: data.at(-1) === '[DONE]',
  }
}

const nothing = { events: [], text: '', message: undefined, error: undefined, marked: false }
