import { fileURLToPath } from 'node:url'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { appWorker } from './scripts/build/app-worker.ts'
import { compressed } from './scripts/build/compressed.ts'
import { excalidrawAssets } from './scripts/build/excalidraw-assets.ts'
import { fewFiles } from './scripts/build/few-files.ts'
import { firstScript } from './scripts/build/first-script.ts'
import { leanContract } from './scripts/build/lean-contract.ts'
import { leanFonts } from './scripts/build/lean-fonts.ts'
import { leanRoutes } from './scripts/build/lean-routes.ts'
import { pageDrawer } from './scripts/build/page-drawer.ts'
import { pageFiles } from './scripts/build/page-files.ts'
import { pdfjsAssets } from './scripts/build/pdfjs-assets.ts'

const compiler = reactCompilerPreset()
// Memoizing these isn't worth its code: pages without state, and small components that render when their compiled
// parents do.
compiler.rolldown.filter = {
  ...compiler.rolldown.filter,
  id: { exclude: /\/features\/(landing|logins|theme)\/|\/routes\/-(login|shell)\/|\/web\/ui\// },
}

/** The plugins that decide which modules exist, and where one page ends and another begins. */
const modules = () => [
  tanstackRouter({
    target: 'react',
    routesDirectory: 'routes',
    generatedRouteTree: 'route-tree.gen.ts',
    quoteStyle: 'single',
    tmpDir: '.tmp/router',
    autoCodeSplitting: true,
    // A route's loader, placeholder and error component load with the page itself, never with the code that every page
    // loads. `main.tsx` loads the first page's code while the login is being looked up.
    codeSplittingOptions: {
      defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
    },
  }),
  leanRoutes(),
  leanContract(),
]

export default defineConfig({
  root: fileURLToPath(new URL('web', import.meta.url)),
  plugins: [
    fewFiles(modules),
    modules(),
    react(),
    babel({ presets: [compiler] }),
    firstScript(),
    tailwindcss(),
    leanFonts(),
    pdfjsAssets(),
    excalidrawAssets(),
    pageFiles(),
    appWorker(),
    compressed(),
    pageDrawer(modules),
  ],
  build: {
    outDir: fileURLToPath(new URL('dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The content security policy refuses fonts and workers from data: URLs, and a separate file stays cached.
    assetsInlineLimit: 0,
    // Every target browser supports `modulepreload`.
    modulePreload: {
      polyfill: false,
      // The page's HTML names what every page needs; what it opens later needn't.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter(name => !/\/(libraries|rolldown-runtime)-/.test(name)),
    },
  },
})
