const names = new Map<string, string>()

/** As many as a pool prepares; the others are lists of varying length. */
const mostKept = 500

/** What a statement does to which table, such as `select posts`: a few names, by which a collector can group. */
export function statementName(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = nameOf(text)
  if (names.size < mostKept) names.set(text, name)
  return name
}

function nameOf(text: string): string {
  const outermost = withoutParentheses(text)
  const verb = /\b(?:select|insert|update|delete)\b/i.exec(outermost)?.[0] ?? /\w+/.exec(outermost)?.[0] ?? ''
  return [verb.toLowerCase(), tableIn(outermost) ?? tableIn(text) ?? ''].join(' ').trim()
}

function tableIn(text: string): string | undefined {
  const found = /\b(?:from|into|update)\s+(?:only\s+)?("?[a-z]\w*"?(?:\."?\w+"?)?)(?!["\w.]*\()/i.exec(text)
  return found?.[1]?.replaceAll('"', '')
}

/** Without subqueries, lists of columns and the statements of a `with`. */
function withoutParentheses(text: string): string {
  let [rest, before] = [text, '']
  while (rest !== before) [rest, before] = [rest.replaceAll(/\([^()]*\)/g, ' … '), rest]
  return rest
}
