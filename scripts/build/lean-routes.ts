import type { Plugin } from 'vite'

/**
 * Shortens the tree of routes, which every page carries whole: 40 routes of some 25 bytes each (brotli) that say nothing. The generated
 * tree names each route four times where the router reads it once, and the router's plugin imports a page's file once for each of its
 * loader, component and placeholder.
 */
export function leanRoutes(): Plugin {
  return {
    name: 'lean-routes',
    // After the router's plugin, which is `pre` too and stands before this one.
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/web\/(route-tree\.gen\.ts|routes\/[^?]*\.tsx)$/ },
      handler: (code, id) => ({
        code: id.endsWith('.gen.ts') ? leanTree(code) : leanImports(code),
        map: null,
      }),
    },
  }
}

/** The router takes a route's children as an array too, without their names. */
export function leanTree(code: string): string {
  const lean = code
    .replace(/(const \w+RouteChildren): \w+ = \{([^}]*)\}/g, (_all, name: string, children: string) => {
      return `${name} = [${children.replaceAll(/\w+: /g, '')}]`
    })
    .replace(
      /(\w+)\.update\(\{\s*id: ('[^']*'),\s*path: \2,\s*getParentRoute: \(\) => (\w+),\s*\} as any\)/g,
      'placed($1, $2, $3)',
    )
  return `${lean}
function placed(route, path, parent) {
  return route.update({ id: path, path, getParentRoute: () => parent })
}`
}

/** One import of the page's file, whatever is taken from it. */
export function leanImports(code: string): string {
  const first = new Map<string, string>()
  const same = new Map<string, string>()
  const once = code.replace(
    /const (\$\$split\w+) = (\(\) => import\([^)]*\));?/g,
    (all, name: string, imported: string) => {
      if (!first.has(imported)) first.set(imported, name)
      same.set(name, first.get(imported)!)
      return first.get(imported) === name ? all : ''
    },
  )
  return once.replace(/\$\$split\w+/g, name => same.get(name) ?? name)
}
