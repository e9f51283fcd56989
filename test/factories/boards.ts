import { type BoardElement, boards } from '#shared/api/boards.ts'
import { callUrl } from '#shared/api/contract.ts'
import type { Person } from '../harness/person.ts'

let made = 0

/** A rectangle in the editor's format. */
export function rectangle(changes: Partial<BoardElement> = {}): BoardElement {
  made++
  return {
    // A board keeps its elements in the order of their ids: the tenth must not come before the ninth.
    id: `rectangle-${String(made).padStart(6, '0')}`,
    type: 'rectangle',
    x: 10 * made,
    y: 20,
    width: 100,
    height: 50,
    angle: 0,
    strokeColor: '#1e1e1e',
    backgroundColor: 'transparent',
    fillStyle: 'solid',
    strokeWidth: 2,
    strokeStyle: 'solid',
    roundness: { type: 3 },
    roughness: 1,
    opacity: 100,
    seed: made,
    version: 1,
    versionNonce: made,
    index: 'a0',
    isDeleted: false,
    groupIds: [],
    frameId: null,
    boundElements: null,
    updated: 1_700_000_000_000,
    link: null,
    locked: false,
    ...changes,
  }
}

/** A picture in the editor's format, whose file the board has under this id. */
export function image(fileId: string, changes: Partial<BoardElement> = {}): BoardElement {
  return {
    ...rectangle(),
    type: 'image',
    roundness: null,
    fileId,
    status: 'saved',
    scale: [1, 1],
    crop: null,
    ...changes,
  }
}

/** A text in the editor's format. */
export function writing(text: string, changes: Partial<BoardElement> = {}): BoardElement {
  return {
    ...rectangle(),
    type: 'text',
    roundness: null,
    fontSize: 20,
    fontFamily: 5,
    text,
    originalText: text,
    textAlign: 'left',
    verticalAlign: 'top',
    containerId: null,
    autoResize: true,
    lineHeight: 1.25,
    ...changes,
  }
}

/** Creates a board; returns its id. */
export async function makeBoard(person: Person, title = 'Heaps'): Promise<string> {
  const { status, body, problem } = await person.call(boards.create, { body: { title } })
  if (status !== 200) throw new Error(`The board was refused: ${problem.code} ${problem.detail}`)
  return body.board.id
}

/** Puts elements on a board; returns the status. */
export async function drawOn(person: Person, id: string, elements: unknown[]): Promise<number> {
  return (await person.call(boards.draw, { params: { id }, body: { elements } })).status
}

/** Sends a picture of a board; returns the status. */
export async function putPictureOn(
  person: Person,
  id: string,
  pictureId: string,
  bytes: Uint8Array | string,
  type = 'image/png',
): Promise<number> {
  const body = new FormData()
  body.set(
    'file',
    new Blob([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)], { type }),
    'picture',
  )
  const address = callUrl(boards.putPicture, { params: { id, pictureId } })
  const answer = await person.fetch(address, { method: 'POST', body })
  await answer.body?.cancel()
  return answer.status
}

/** A board's content, including deleted elements, read page by page. */
export async function readBoard(person: Person, id: string, since = 0): Promise<BoardElement[]> {
  const elements: BoardElement[] = []
  let after: number | undefined
  for (;;) {
    const { status, body } = await person.call(boards.elements, {
      params: { id },
      query: { since, ...(after !== undefined && { after }) },
    })
    if (status !== 200) throw new Error(`The board wasn’t shown: ${status}`)
    elements.push(...body.elements)
    if (!body.more) return elements
    after = body.sequence
  }
}
