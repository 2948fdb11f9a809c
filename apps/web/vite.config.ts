import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://localhost:3000';

export default defineConfig({
  plugins: [react({ compiler: true }), { ...optimizeLocales.vite({ locales: ['fr-FR', 'en-US'] }), enforce: 'pre' }],
  build: {
    target: ['chrome109', 'safari16.4', 'firefox115'],
    // A data: URI would need a wider Content-Security-Policy than 'self'.
    assetsInlineLimit: 0,
    cssMinify: 'lightningcss',
    // The polyfill is an inline script in some setups; every target above preloads modules by itself.
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/backend': server, '/health': server, '/runtime_conf.json': server },
  },
});
