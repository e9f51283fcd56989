import type { QueryClient } from '@tanstack/react-query'
import { callUrl } from '#shared/api/contract.ts'
import {
  type AnswerEvent,
  type AnswerMode,
  answerFailures,
  dialogues,
  type Message,
} from '#shared/api/dialogues.ts'
import { call, send } from '#web/lib/api.ts'
import { mayHaveHappened, ProblemError } from '#web/lib/problem-error.ts'
import { type DialogueData, dialogueKey, type Failure, quotaQuery, type ShownMessage } from './queries.ts'
import { readStream, StreamError } from './read-stream.ts'
import { isRunning, start } from './running.ts'

export type Question = {
  text: string
  quote: Selection | null
  /** The page that is open, if nothing is quoted. */
  openPage: number | null
  mode: AnswerMode | null
  /** Created once per question, so that sending it again doesn't ask twice. */
  clientId: string
  /** The document that it is about. */
  postId: string
}

/** Text that the person selected in a document to ask about. Without `documentId`, it is of the one that the post has now. */
export type Selection = { text: string; page: number | null; documentId?: string }

/** What was selected, and in which document: it stays with that one, whichever is open by then. */
export type Quote = Selection & { postId: string; title: string }

// How often new text is rendered; each time lays out the whole answer again.
const betweenRenderings = 60

// The server usually notices that this tab stopped reading, and checks what it keeps: how long to wait before each look at that. If
// the server died, the last look comes after the answer's lease of 15 seconds (server/assistant/dialogues/begin-answer.ts).
const waitsForKept = [500, 1_000, 2_000, 4_000, 10_000]

/**
 * Asks in a dialogue, and writes the question and, piece by piece, its answer into the cached dialogue. Keeps
 * what came before a break or a stop, as the server checked it. Never throws: the answer's state has the result. Only a new question that
 * the server refuses is taken out again: returns why.
 */
export async function streamAnswer(
  queryClient: QueryClient,
  dialogueId: string,
  question: Question,
): Promise<ProblemError | null> {
  const { signal, end } = start(question.clientId)
  const change = (changes: Partial<ShownMessage>) =>
    changeMessages(queryClient, dialogueId, messages =>
      messages.map(one =>
        one.client_id === question.clientId && one.role === 'assistant' ? { ...one, ...changes } : one,
      ),
    )
  let text = ''
  let checked: Message | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const showSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      change({ text })
    }, betweenRenderings)
  }
  // A refetch on its way doesn't know this question.
  if (queryClient.getQueryData(dialogueKey(dialogueId))) {
    void queryClient.cancelQueries({ queryKey: dialogueKey(dialogueId) })
  }
  const before = answerTo(queryClient, dialogueId, question)
  putExchange(queryClient, dialogueId, question)
  try {
    for await (const event of ask(dialogueId, question, signal)) {
      text += event.content ?? ''
      checked = event.message
      if (event.error) throw new StreamError(event.error)
      if (checked) change({ ...checked, failure: undefined })
      else showSoon()
    }
    return null
  } catch (error) {
    const refused = error instanceof ProblemError && !mayHaveHappened(error)
    if (!before && refused) {
      changeMessages(queryClient, dialogueId, messages =>
        messages.filter(one => one.client_id !== question.clientId),
      )
      return error
    }
    const failure = signal.aborted ? undefined : failureOf(error)
    // What an earlier attempt wrote stays until there is more than nothing.
    const kept = text === '' && before?.text ? before : { text }
    const state = kept.text || signal.aborted ? 'stopped' : 'failed'
    change({ ...(checked ?? { ...kept, state }), failure })
    if (!checked && !refused) void takeKept(queryClient, dialogueId, question)
    return null
  } finally {
    clearTimeout(timer)
    end()
    void queryClient.invalidateQueries({ queryKey: quotaQuery.queryKey })
    void queryClient.invalidateQueries({ queryKey: [dialogues.list.path] })
  }
}

/** Replaces what came of an answer, if anything, by what the server kept of it, which is checked and has its sources. */
async function takeKept(queryClient: QueryClient, dialogueId: string, { clientId }: Question): Promise<void> {
  const isAnswer = (one: ShownMessage) => one.client_id === clientId && one.role === 'assistant'
  for (const wait of waitsForKept) {
    await new Promise(resolve => setTimeout(resolve, wait))
    const { pages, pageParams } = queryClient.getQueryData<DialogueData>(dialogueKey(dialogueId)) ?? {}
    const at = pages?.findIndex(page => page.messages.some(isAnswer)) ?? -1
    if (at < 0 || isRunning(clientId)) return
    const query = pageParams![at]!
    const page = await call(dialogues.get, { params: { id: dialogueId }, query }).catch(() => null)
    // Retried meanwhile.
    if (isRunning(clientId)) return
    const kept = page?.messages.find(isAnswer)
    const isGoingOn = kept?.state === 'answering'
    if (!kept || (isGoingOn && wait !== waitsForKept.at(-1))) continue
    const take = (shown: ShownMessage) => ({
      ...kept,
      // One that still goes on didn't fail: from here it is polled until it is complete (queries.ts).
      failure: isGoingOn || kept.state === 'done' ? undefined : shown.failure,
    })
    return changeMessages(queryClient, dialogueId, messages =>
      messages.map(one => (isAnswer(one) ? take(one) : one)),
    )
  }
}

async function* ask(dialogueId: string, question: Question, signal: AbortSignal) {
  const { quote, openPage, mode } = question
  const response = await send(callUrl(dialogues.stream), {
    method: dialogues.stream.method,
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({
      session_id: dialogueId,
      post_id: question.postId,
      client_id: question.clientId,
      ...(question.text && { message: question.text }),
      ...(quote && {
        selectedText: quote.text,
        ...(quote.page && { selectedPage: quote.page }),
        ...(quote.documentId && { selectedFrom: quote.documentId }),
      }),
      ...(!quote && openPage && { selectedPage: openPage }),
      ...(mode && { mode }),
    }),
    signal,
  })
  // The server sends what the contract lists; anything else fails while reading.
  yield* readStream(response.body) as AsyncGenerator<Partial<AnswerEvent>>
}

function failureOf(error: unknown): Failure {
  if (error instanceof ProblemError && error.code !== 'internal') return { title: error.detail, detail: null }
  const detail =
    error instanceof StreamError && error.message !== answerFailures.failed ? error.message : null
  return { title: answerFailures.failed, detail }
}

function answerTo(
  queryClient: QueryClient,
  dialogueId: string,
  { clientId }: Question,
): ShownMessage | undefined {
  const { pages = [] } = queryClient.getQueryData<DialogueData>(dialogueKey(dialogueId)) ?? {}
  return pages
    .flatMap(page => page.messages)
    .find(one => one.client_id === clientId && one.role === 'assistant')
}

/** Puts the question and an empty answer in the place of an earlier attempt, otherwise at the end of the dialogue. */
function putExchange(queryClient: QueryClient, dialogueId: string, question: Question): void {
  const shared = {
    exchange_id: question.clientId,
    client_id: question.clientId,
    mode: question.mode ?? 'explain',
    timestamp: new Date().toISOString(),
    sources: [],
    grounded: true,
    model: null,
  } satisfies Partial<Message>
  const asked: ShownMessage = {
    ...shared,
    id: `${question.clientId}:question`,
    role: 'user',
    text: question.text,
    selectedText: question.quote?.text ?? null,
    selectedPage: question.quote ? question.quote.page : question.openPage,
    state: 'done',
    postId: question.postId,
  }
  const answer: ShownMessage = {
    ...shared,
    id: `${question.clientId}:answer`,
    role: 'assistant',
    text: '',
    selectedText: null,
    selectedPage: null,
    state: 'answering',
  }
  if (!answerTo(queryClient, dialogueId, question)) {
    addToEnd(queryClient, dialogueId, [asked, answer])
    return
  }
  changeMessages(queryClient, dialogueId, messages =>
    messages.map(one => {
      if (one.client_id !== question.clientId) return one
      return one.role === 'user' ? asked : answer
    }),
  )
}

function addToEnd(queryClient: QueryClient, dialogueId: string, added: ShownMessage[]): void {
  queryClient.setQueryData<DialogueData>(dialogueKey(dialogueId), data => {
    const [newest, ...older] = data?.pages ?? []
    if (!data || !newest) return data
    return { ...data, pages: [{ ...newest, messages: [...newest.messages, ...added] }, ...older] }
  })
}

/** Changes the messages of each page. */
function changeMessages(
  queryClient: QueryClient,
  dialogueId: string,
  change: (messages: ShownMessage[]) => ShownMessage[],
): void {
  queryClient.setQueryData<DialogueData>(dialogueKey(dialogueId), data => {
    if (!data) return data
    return { ...data, pages: data.pages.map(page => ({ ...page, messages: change(page.messages) })) }
  })
}
