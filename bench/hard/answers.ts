import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { chromium, type Page } from '@playwright/test'
import { createServer as createVite } from 'vite'
import { findBrowser } from '../../scripts/browser.ts'
import { everyHostileAnswer } from '../../test/factories/hostile-answers.ts'
import type { Run, Target } from '../lib/target.ts'

// Their types would pull half of the browser’s into all of the server’s code.
const load = createRequire(import.meta.url)
const { createElement } = load('react')
const { renderToStaticMarkup } = load('react-dom/server')

export const answerTargets: Record<string, Target> = {
  'P-3': {
    asks: '300 hostile answers, shown after each character of their streams: nothing runs, is loaded, or leads away',
    run: run => inBrowser((page, asked) => showAll(run, page, asked)),
  },
}

async function showAll({ count, report }: Run, page: Page, asked: readonly string[]): Promise<void> {
  const vite = await createVite({
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false },
  })
  try {
    const { AnswerText } = await vite.ssrLoadModule('/web/features/assistant/answer-text.tsx')
    const show = (text: string) =>
      String(renderToStaticMarkup(createElement(AnswerText, { text, sources: [], onOpen: () => {} })))
    const answers = everyHostileAnswer.slice(0, count(everyHostileAnswer.length))
    const found: string[] = []
    let shown = 0
    for (const answer of answers) {
      const steps = Array.from({ length: answer.length }, (_, end) => show(answer.slice(0, end + 1)))
      shown += steps.length
      found.push(...(await layOut(page, [...new Set(steps)])))
    }
    const hit = await page.locator('body').evaluate(body => '__hit' in body.ownerDocument.defaultView!)
    report({
      what: `${answers.length} answers in ${shown} steps`,
      figures: `${found.length} elements or attributes that act ${[...new Set(found)].slice(0, 5).join(' ')}, ${hit ? 'a script ran' : 'no script ran'}, ${asked.length} requests ${asked.slice(0, 3).join(' ')}`,
      kept: found.length === 0 && !hit && asked.length === 0 && answers.length >= count(300),
    })
  } finally {
    await vite.close()
  }
}

/** Shows each answer, and returns anything in it that could act. */
function layOut(page: Page, steps: readonly string[]): Promise<string[]> {
  return page.locator('body').evaluate((body, steps) => {
    const acting =
      'a, area, audio, base, button, embed, form, frame, iframe, image, img, input, link, meta, object, picture, script, ' +
      'source, style, use, video, foreignObject, animate, set'
    const carrying = /^(on|href$|src|action$|formaction$|poster$|background$|data$|id$|name$|xlink)/i
    return steps.flatMap(html => {
      body.innerHTML = html
      body.getBoundingClientRect()
      const elements = [...body.querySelectorAll('*')]
      return [
        ...elements.filter(one => one.matches(acting)).map(one => one.outerHTML),
        ...elements.flatMap(one => one.getAttributeNames().filter((name: string) => carrying.test(name))),
        ...elements
          .map(one => one.getAttribute('style') ?? '')
          .filter(style => /url|image|fixed/i.test(style)),
      ]
    })
  }, steps)
}

/** A page without a policy that would block what an answer does; `asked` is what it fetches beyond itself. */
async function inBrowser(work: (page: Page, asked: string[]) => Promise<void>): Promise<void> {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><body></body>'),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    const asked: string[] = []
    await page.goto(address)
    page.on('request', request => asked.push(request.url()))
    await work(page, asked)
  } finally {
    await browser.close()
    server.close()
  }
}
