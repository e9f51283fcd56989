import type { Plugin } from 'vite'

/** On every page, though no module that starts the client imports them. */
const everywhere = /\/web\/features\/shell\/(logo|theme-menu)\.tsx$/

/** What every page runs on; the parts of it that only some pages use come with those. */
const libraries =
  /\/node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|react-store|store|react-query|query-core))\/(?!.*(infiniteQuery|mutationObserver|useInfiniteQuery|useMutation|useBlocker))/

/**
 * Keeps the code that every page loads in two files, the libraries and our own. A bundler left to itself cuts it into one
 * piece for each set of pages that share it: two dozen requests, each compressed alone.
 */
export function firstLoad(): Plugin {
  const first = new Set<string>()
  return {
    name: 'first-load',
    apply: 'build',
    buildEnd() {
      const waiting = [...this.getModuleIds()].filter(
        id => everywhere.test(id) || this.getModuleInfo(id)?.isEntry,
      )
      for (const id of waiting) {
        const module = this.getModuleInfo(id)
        // A module without effects is there for those who use it, and they may all be other pages.
        if (first.has(id) || id.includes('/node_modules/') || module?.moduleSideEffects === false) continue
        first.add(id)
        waiting.push(...(module?.importedIds ?? []))
      }
    },
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'libraries', test: libraries },
                { name: id => (first.has(id) ? 'app' : null) },
              ],
            },
          },
        },
      },
    }),
  }
}
