import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  html: { cspNonce: '__CSP_NONCE__' },
  // The client as it is in this repository, without a build of its own.
  resolve: { alias: { '@giro/sdk': fileURLToPath(new URL('../sdk/src/index.ts', import.meta.url)) } },
  build: {
    target: 'es2022',
    // These know light-dark(), which the minifier would write in another way for older ones.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The content security policy allows no `data:` scripts, styles or fonts.
    assetsInlineLimit: 0,
    sourcemap: false,
  },
})
