/** The maximum age of these answers: anything requested later is fetched. */
const goodForMs = 5_000

const answers = new Map<string, unknown>()
const pictures = new Map<string, string>()
let readAt = 0
let findAnswer = takeAnswer

/** Reads the answers that the server put into the page for its first calls, by address. */
export function readAnswersOfPage(): void {
  const written = document.getElementById('page-answers')?.textContent ?? '{}'
  for (const [path, answer] of Object.entries(JSON.parse(written))) answers.set(path, answer)
  const picture = document.querySelector<HTMLImageElement>('#root img[data-address]')
  if (picture) pictures.set(picture.dataset.address!, picture.src)
  readAt = performance.now()
}

/** Sets where all answers come from when the server draws a page. */
export function findAnswersBy(find: (path: string) => unknown): void {
  findAnswer = find
}

/** The answer that came with the page, returned once. */
export function answerOfPage(path: string): unknown {
  return findAnswer(path)
}

/** Drops all answers after a change, since it could affect any of them. */
export function forgetAnswers(): void {
  answers.clear()
}

function takeAnswer(path: string): unknown {
  if (performance.now() - readAt > goodForMs) answers.clear()
  const answer = answers.get(path)
  answers.delete(path)
  return answer
}

/** The picture at this address that came with the page, as an address that needs no request. */
export function pictureOfPage(address: string): string | undefined {
  return pictures.get(address)
}
