import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileMessages } from './compile-messages.ts';
import { lightContract } from './light-contract.ts';
import { pdfResources } from './pdf-resources.ts';
import { preloadPages } from './preload-pages.ts';
import { tablerIcons } from './tabler-icons.ts';

const server = 'http://localhost:3000';

/** Every page needs these: in one file, not in fifty. */
const firstModules = [
  /\/src\/(main|app\/(public-layout|root-layout|crash))\.tsx?$/,
  /\/src\/lib\/[\w-]+\/(error-message|flow\/focus-fault|runtime-conf|tab-memory|use-action)\.tsx?$/,
  /\/src\/ui\/[a-z-]+\/(alert|button|dial|icon-button|logo|page-heading|text-field)\.tsx$/,
  /\/node_modules\/@tanstack\/(react-router|router-core|history)\//,
  // Sign-in, the safe and visitors have them: in the group of sign-in, others would load all of it for four icons.
  /tabler-icon:(check|eye|lock|notebook)$/,
];
/** The sign-in page, which no visitor needs. */
const signInModules = [
  /\/src\/app\/pages\/(login-route|use-way-on)\.tsx?$/,
  /\/src\/lib\/[\w-]+\/(federation|form|outside-address)\.tsx?$/,
  /\/src\/features\/identity\/(login-form|login-page|pending-second-factor|sign-in)\.tsx?$/,
  /\/src\/ui\/[a-z-]+\/(france-connect-button|password-field)\.tsx$/,
  /\/node_modules\/react-hook-form\//,
];
/** Pages of the safe share these with those of visitors, who load nothing of a safe. */
const sharedModules = [
  /\/src\/lib\/[\w-]+\/(download|file-name|flow\/spent-codes|formats|part|read-bytes|use-countdown)\.tsx?$/,
  /\/src\/ui\/[a-z-]+\/(badge|code-field|doc-thumb|empty-state|error-state|progress-bar)\.tsx$/,
  /\/src\/features\/public-sharing\/(guest-end|guest-step|missing-link)\.tsx$/,
  /tabler-icon:(checks|device-mobile|download|link-off|logout|mail|mail-opened)$/,
];
/** Every page of the safe needs these besides. */
const safeModules = [
  /\/src\/(app\/(safe-layout|shell\/[a-z-]+)|lib\/[\w-]+\/(query-state|whole-list|document-[a-z]+))\.tsx?$/,
  /\/src\/ui\/[a-z-]+\/(card|menu|seal|skeleton)\.tsx$/,
  /light-contract:/,
  // The icons of its first page, which would load all others for them.
  /tabler-icon:(calendar-event|calendar-month|file-upload|files)$/,
  /\/node_modules\/@tanstack\/(react-query|query-core)\//,
];
/** The list of documents, with what its viewer, its dialogs and the trash have in common with it. */
const documentsModules = [
  /\/src\/app\/pages\/documents-route\.tsx$/,
  /\/src\/features\/documents\/(documents-page|list\/list-skeleton)\.tsx$/,
];
/** Icons are tiny, and shared in every direction: those that none of these needs are in one file. */
const iconModules = [/tabler-icon:/];
const isIn = (modules: RegExp[]) => (id: string) => modules.some((module) => module.test(id));

export default defineConfig({
  plugins: [
    react({ compiler: true }),
    { ...optimizeLocales.vite({ locales: ['fr-FR', 'en-US'] }), enforce: 'pre' },
    compileMessages(),
    lightContract(),
    pdfResources(),
    tablerIcons(),
    preloadPages(),
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
        codeSplitting: {
          // A group holds all that its modules import and the groups before it do not: no two import each other.
          groups: [
            { name: 'first', priority: 5, test: isIn(firstModules) },
            { name: 'sign-in', priority: 4, test: isIn(signInModules) },
            { name: 'shared', priority: 3, test: isIn(sharedModules) },
            { name: 'safe', priority: 2, test: isIn(safeModules) },
            { name: 'documents', priority: 1, test: isIn(documentsModules) },
            { name: 'icons', priority: 0.5, test: isIn(iconModules) },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/backend': server, '/health': server, '/runtime_conf.json': server, '/chatbot.html': server },
  },
});
