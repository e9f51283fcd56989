import { fileURLToPath } from 'node:url'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './scripts/compressed.ts'
import { leanContract } from './scripts/lean-contract.ts'
import { pdfjsAssets } from './scripts/pdfjs-assets.ts'

const compiler = reactCompilerPreset()
// The landing never renders twice with anything changed; remembering its parts would only make it larger.
compiler.rolldown.filter.id.exclude = /\/features\/landing\//

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
    }),
    leanContract(),
    react(),
    babel({ presets: [compiler] }),
    tailwindcss(),
    pdfjsAssets(),
    compressed(),
  ],
  build: {
    outDir: fileURLToPath(new URL('dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The content security policy refuses data: fonts and workers, and a separate file is cached for good.
    assetsInlineLimit: 0,
  },
})
