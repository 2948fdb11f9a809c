import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { announcerWithoutHtml } from './announcer-without-html.ts';
import { compileMessages } from './compile-messages.ts';
import { pdfResources } from './pdf-resources.ts';

const server = 'http://localhost:3000';

export default defineConfig({
  plugins: [
    react({ compiler: true }),
    { ...optimizeLocales.vite({ locales: ['fr-FR', 'en-US'] }), enforce: 'pre' },
    compileMessages(),
    announcerWithoutHtml(),
    pdfResources(),
  ],
  resolve: {
    // The formatter of compiled messages, without the parser.
    alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' },
  },
  build: {
    target: ['chrome109', 'safari16.4', 'firefox115'],
    // A data: URI would need a wider Content-Security-Policy than 'self'.
    assetsInlineLimit: 0,
    cssMinify: 'lightningcss',
    // Every target above preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared') ? 'shared' : '[name]'}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) =>
          `assets/${name.startsWith('shared') ? 'shared' : '[name]'}-[hash][extname]`,
        codeSplitting: {
          // What several pages share comes in a few files, not in one for each icon.
          groups: [{ name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 }],
        },
      },
    },
  },
  server: {
    proxy: { '/backend': server, '/health': server, '/runtime_conf.json': server },
  },
});
