import { join } from 'node:path'
import { build, type Plugin, type PluginOption, type ResolvedConfig } from 'vite'

/** Libraries that no drawing needs: they run in the browser, after the page has loaded. */
const browserOnly = ['@excalidraw/excalidraw', '@stripe/connect-js', '@stripe/react-connect-js', 'pdfjs-dist']

/**
 * Builds the client a second time, for the server, which draws pages with it (server/platform/http/page-drawer.ts). The result goes
 * into a folder that isn't served. `plugins` are the ones that affect modules.
 */
export function pageDrawer(plugins: () => PluginOption[]): Plugin {
  let config: ResolvedConfig
  return {
    name: 'page-drawer',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    async closeBundle() {
      await build({
        root: config.root,
        configFile: false,
        logLevel: 'error',
        publicDir: false,
        plugins: plugins(),
        ssr: { noExternal: true, external: browserOnly },
        build: {
          ssr: 'draw-page.tsx',
          outDir: join(config.build.outDir, '.drawer'),
          emptyOutDir: true,
          // Pictures get the same names as in the browser's build.
          assetsInlineLimit: 0,
          target: 'node26',
        },
      })
    },
  }
}
