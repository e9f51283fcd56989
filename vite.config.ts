import { fileURLToPath } from 'node:url'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './scripts/compressed.ts'
import { excalidrawAssets } from './scripts/excalidraw-assets.ts'
import { firstLoad } from './scripts/first-load.ts'
import { leanContract } from './scripts/lean-contract.ts'
import { pdfjsAssets } from './scripts/pdfjs-assets.ts'

const compiler = reactCompilerPreset()
// What these remember between two renderings wouldn't pay for the code that remembers it: pages without state, and
// small parts that render when their compiled parents do.
compiler.rolldown.filter = {
  ...compiler.rolldown.filter,
  id: { exclude: /\/features\/(landing|login|shell)\/|\/web\/ui\// },
}

export default defineConfig({
  root: fileURLToPath(new URL('web', import.meta.url)),
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'routes',
      generatedRouteTree: 'route-tree.gen.ts',
      quoteStyle: 'single',
      tmpDir: '.tmp/router',
      autoCodeSplitting: true,
      // What a route fetches and its waiting and failing faces come with the page itself, never with the code every page
      // loads. `main.tsx` asks for the first page's code while it is being found out who is signed in.
      codeSplittingOptions: {
        defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
      },
    }),
    firstLoad(),
    leanContract(),
    react(),
    babel({ presets: [compiler] }),
    tailwindcss(),
    pdfjsAssets(),
    excalidrawAssets(),
    compressed(),
  ],
  build: {
    outDir: fileURLToPath(new URL('dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The content security policy refuses data: fonts and workers, and a separate file is cached for good.
    assetsInlineLimit: 0,
    // Every browser of the target knows `modulepreload`.
    modulePreload: { polyfill: false },
  },
})
