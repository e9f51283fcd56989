import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { passagesIn, questionIn, scriptedAnswer, type Trick, trickOf } from './script.ts'
import { faultOf, usualHabits, type VectorHabits, vectorOf } from './vectors.ts'

type Request = {
  messages: { role: string; content: string }[]
  stream?: boolean
  max_tokens?: number
  temperature?: number
}

export type LocalModel = {
  /** The settings with which the assistant uses this model. */
  env: Record<string, string>
  /** The settings with which it also makes vectors of passages and questions. */
  vectorEnv: Record<string, string>
  /** Every text it got for a vector. */
  embedded: string[]
  vectorHabits: VectorHabits
  /** Every prompt it ever got, as text. */
  prompts: string[]
  /** How many answers it is writing now. */
  writing(): number
  close(): Promise<void>
}

/**
 * A language model that speaks OpenAI’s protocol and answers by a script, with every failure that a question
 * requests (script.ts). It makes vectors from a list of words (vectors.ts).
 */
export async function startModel(): Promise<LocalModel> {
  const prompts: string[] = []
  const embedded: string[] = []
  const vectorHabits = { ...usualHabits }
  let writing = 0
  const server = createServer((request, response) => {
    if (request.method === 'POST' && request.url === '/v1/embeddings') {
      read<{ input: string[] }>(request)
        .then(({ input }) => {
          if (answerVectors(input, vectorHabits, response)) embedded.push(...input)
        })
        .catch(() => response.destroy())
      return
    }
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
      response.writeHead(404).end()
      return
    }
    writing++
    response.on('close', () => writing--)
    read<Request>(request)
      .then(asked => {
        const unsupported = (['max_tokens', 'temperature'] as const).find(name => asked[name] !== undefined)
        if (unsupported) return refuseParameter(unsupported, response)
        prompts.push(asked.messages.map(({ role, content }) => `${role}: ${content}`).join('\n\n'))
        return answer(asked, response)
      })
      .catch(() => response.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}/v1`
  return {
    env: { AI_BASE_URL: baseUrl, AI_MODEL: 'scripted', AI_API_KEY: 'local' },
    vectorEnv: { AI_EMBEDDING_BASE_URL: baseUrl, AI_EMBEDDING_MODEL: 'listed' },
    embedded,
    vectorHabits,
    prompts,
    writing: () => writing,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function read<T>(request: IncomingMessage): Promise<T> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return JSON.parse(Buffer.concat(parts).toString())
}

/** Returns whether vectors of the texts were requested. */
function answerVectors(texts: readonly string[], habits: VectorHabits, response: ServerResponse): boolean {
  const fault = faultOf(texts)
  if (fault === 'silent') return true
  if (habits.busyTimes > 0) {
    habits.busyTimes--
    refuse('busy', response, 0)
    return false
  }
  if (fault === 'broken') {
    refuse(fault, response)
    return true
  }
  if (fault === 'refused' || texts.length > habits.mostTexts) {
    const [type, code] = ['invalid_request_error', 'too_much']
    const error = { message: `Too much: ${texts[0]}`, type, code, param: `input: ${texts[0]}` }
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
    return false
  }
  const data = texts.slice(fault === 'short' ? 1 : 0).map((text, index) => ({
    object: 'embedding',
    index,
    embedding: vectorOf(text, habits.dimensions),
  }))
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(
      JSON.stringify({ object: 'list', model: 'listed', data, usage: { prompt_tokens: 1, total_tokens: 1 } }),
    )
  return true
}

async function answer({ messages }: Request, response: ServerResponse): Promise<void> {
  const asked = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const question = questionIn(asked)
  const trick = trickOf(question)
  if (trick === 'silent') return
  if (trick === 'busy' || trick === 'broken') return refuse(trick, response)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const text = scriptedAnswer(trick, question, passagesIn(asked))
  for (const [index, piece] of piecesOf(text, trick).entries()) {
    if (response.destroyed) return
    if (index === 2 && breaksOff(trick, response)) return
    if (trick === 'slow') await new Promise(resolve => setTimeout(resolve, 50))
    if (!response.write(chunk({ content: piece }))) {
      await drained(response)
    }
  }
  if (trick === 'unfinished') return void response.end()
  response.write(chunk({}, trick === 'length' ? 'length' : 'stop'))
  response.write(usage(asked.length, text.length))
  response.end('data: [DONE]\n\n')
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
}

/** As OpenAI's reasoning models do. */
function refuseParameter(param: string, response: ServerResponse): void {
  const message = `Unsupported parameter: '${param}' is not supported with this model.`
  const error = { message, type: 'invalid_request_error', param, code: 'unsupported_parameter' }
  response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
}

function refuse(trick: 'busy' | 'broken', response: ServerResponse, retryAfterSeconds = 20): void {
  if (trick === 'busy') {
    response
      .writeHead(429, { 'content-type': 'application/json', 'retry-after': String(retryAfterSeconds) })
      .end(JSON.stringify({ error: { message: 'Rate limit reached', type: 'requests' } }))
  } else response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
}

/** Breaks off in the middle of an answer, if the script says so. */
function breaksOff(trick: Trick | null, response: ServerResponse): boolean {
  if (trick === 'reset') response.socket?.resetAndDestroy()
  if (trick === 'malformed') {
    response.write('data: {"choices":[{"delta":{"content":\n\n')
    response.end('data: nonsense\n\n')
  }
  return trick === 'reset' || trick === 'malformed' || trick === 'stall'
}

function piecesOf(text: string, trick: Trick | null): string[] {
  return trick === 'flood'
    ? (text.match(/[\s\S]{1,8192}/g) ?? [])
    : (text.match(/\S*\s*/g) ?? []).filter(Boolean)
}

function chunk(delta: { content?: string }, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }]
  return `data: ${JSON.stringify({ id: 'answer', object: 'chat.completion.chunk', model: 'scripted', choices })}\n\n`
}

function usage(asked: number, answered: number): string {
  const [prompt_tokens, completion_tokens] = [Math.ceil(asked / 4), Math.ceil(answered / 4)]
  const tokens = { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
  return `data: ${JSON.stringify({ id: 'answer', object: 'chat.completion.chunk', model: 'scripted', choices: [], usage: tokens })}\n\n`
}
