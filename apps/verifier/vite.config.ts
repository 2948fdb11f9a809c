import { defineConfig } from 'vite';
import { singleFile } from './single-file.ts';

export default defineConfig({
  plugins: [singleFile()],
  build: {
    // As the pages: the file is to open in the browsers of its time and after.
    target: ['chrome109', 'safari16.4', 'firefox115'],
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: { output: { format: 'iife' } },
  },
  worker: { format: 'iife' },
});
