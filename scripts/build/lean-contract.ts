import { basename } from 'node:path'
import type { Plugin } from 'vite'

/** What the client needs of a call at run time; its types come from the full declaration. */
const kept = new Set(['method', 'path', 'failure', 'checksFile'])

/**
 * Removes the calls' schemas from the client. The server validates input and lists output; the client only
 * needs a call's address, and with the schemas every page would contain zod (7 kB, brotli). Other exports of
 * a contract file (such as the rules for forms) stay.
 */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    enforce: 'pre',
    transform: {
      filter: { id: /\/shared\/api\/[^/]+\.ts(\?export=\w+)?$/ },
      handler(code, id) {
        const program = this.parse(code, { lang: 'ts' }) as unknown as Node
        const names = exportedNames(program)
        const lean = id.includes('?') ? withoutSchemas(code, program) : facade(basename(id), names)
        // Importing a contract file has no side effects, so unused exports can be dropped.
        return { code: names.length ? lean : code, map: null, moduleSideEffects: false }
      },
    },
  }
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/**
 * A bundler never splits a module between two pages. So a contract file becomes one module per exported
 * value, each with the same text, from which only that value and its dependencies are kept.
 */
function facade(file: string, names: string[]): string {
  return names.map(name => `export { ${name} } from './${file}?export=${name}'`).join('\n')
}

function exportedNames(program: Node): string[] {
  return (program.body as Node[])
    .filter(statement => statement.type === 'ExportNamedDeclaration')
    .map(statement => statement.declaration as Node | null)
    .flatMap(declared => {
      if (declared?.type === 'FunctionDeclaration') return [declared]
      return declared?.type === 'VariableDeclaration' ? (declared.declarations as Node[]) : []
    })
    .map(({ id }) => String((id as Node).name))
}

function withoutSchemas(code: string, program: Node): string {
  const schemas = declaredCalls(program).flatMap(unwanted)
  // Building a schema has no side effects, so unused ones can be dropped too; the bundler must be told so.
  const values = topLevelValues(program)
  return edited(code, [
    ...schemas.map(({ start, end }) => ({ start, end: end + comma(code, end), text: '' })),
    ...values.map(({ start }) => ({ start, end: start, text: '/* @__PURE__ */ (() => (' })),
    ...values.map(({ end }) => ({ start: end, end, text: '))()' })),
  ])
}

function declaredCalls(within: Node): Node[] {
  return descendants(within).filter(
    node => node.type === 'CallExpression' && (node.callee as Node).name === 'defineCall',
  )
}

function unwanted(call: Node): Node[] {
  const declared = (call.arguments as Node[])[0]
  const properties = declared?.type === 'ObjectExpression' ? (declared.properties as Node[]) : []
  return properties.filter(({ key }) => !kept.has(String((key as Node | undefined)?.name)))
}

function topLevelValues(program: Node): Node[] {
  return (program.body as Node[])
    .map(statement =>
      statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : statement,
    )
    .filter(statement => statement?.type === 'VariableDeclaration')
    .flatMap(statement => statement!.declarations as Node[])
    .map(({ init }) => init as Node)
    .filter(({ type }) => type !== 'Literal' && !type.endsWith('FunctionExpression'))
}

function comma(code: string, end: number): number {
  return /^\s*,/.exec(code.slice(end))?.[0].length ?? 0
}

/** The code with its edits, applied from the end so that earlier positions stay valid. */
function edited(code: string, edits: { start: number; end: number; text: string }[]): string {
  const ordered = edits.toSorted((a, b) => b.start - a.start)
  return ordered.reduce(
    (text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end),
    code,
  )
}

function descendants(node: Node): Node[] {
  const children = Object.values(node)
    .flat()
    .filter(
      (child): child is Node => Boolean(child) && typeof child === 'object' && 'type' in (child as object),
    )
  return [node, ...children.flatMap(descendants)]
}
