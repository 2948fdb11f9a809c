import './page.css';
// oxlint-disable-next-line import/default -- Vite makes the class, and puts the script of the worker into it.
import CheckWorker from './worker.ts?worker&inline';
import { drawPage, type Actions, type State } from './view/page.ts';
import type { Message } from './worker-message.ts';

const root = document.querySelector<HTMLElement>('#root') ?? document.body;
const state: State = {
  locale: navigator.language.toLowerCase().startsWith('fr') ? 'fr' : 'en',
  ...{ files: [], reports: [], progress: null },
  status: globalThis.crypto?.subtle ? 'idle' : 'no-crypto',
};
let worker = startWorker();

const actions: Actions = {
  addFiles(added) {
    const isAgain = (file: File) => [...added].some(({ name, size }) => name === file.name && size === file.size);
    check([...state.files.filter((file) => !isAgain(file)), ...added]);
  },
  startAgain: () => check([]),
  switchLanguage() {
    state.locale = state.locale === 'fr' ? 'en' : 'fr';
    redraw();
    document.querySelector<HTMLElement>('header.top button')?.focus();
  },
};
const page = drawPage(root, actions);

function redraw(): void {
  page.frame(state);
  page.progress(state);
  page.results(state);
  page.status(state);
}

/** Checks all the files anew: a certificate that comes later changes what is said of those before. */
function check(files: readonly File[]): void {
  if (state.status === 'no-crypto') return;
  if (state.status === 'running' || state.status === 'stopped') {
    worker.terminate();
    worker = startWorker();
  }
  Object.assign(state, { files, reports: [], progress: null, status: files.length > 0 ? 'running' : 'idle' });
  redraw();
  if (files.length > 0) worker.postMessage(files, []);
}

/** From the first instant of the page on: its program is read while somebody still looks for the file. */
function startWorker(): Worker {
  const started = new CheckWorker();
  started.addEventListener('message', ({ data }: MessageEvent<Message>) => onMessage(data));
  started.addEventListener('error', () => onMessage({ type: 'stopped', cause: 'worker' }));
  return started;
}

function onMessage(message: Message): void {
  if (message.type === 'progress') {
    state.progress = message.progress;
    return page.progress(state);
  }
  if (message.type === 'report') state.reports = [...state.reports, message.report];
  else Object.assign(state, { status: message.type, progress: null });
  redraw();
}

function takeDrops(): void {
  const stop = (event: DragEvent, isOver: boolean): void => {
    event.preventDefault();
    document.body.classList.toggle('is-over', isOver);
  };
  document.addEventListener('dragover', (event) => stop(event, true));
  document.addEventListener('dragleave', (event) => stop(event, event.relatedTarget !== null));
  document.addEventListener('drop', (event) => {
    stop(event, false);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) actions.addFiles(files);
  });
}

function followTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => (document.documentElement.dataset['theme'] = dark.matches ? 'dark' : 'light');
  dark.addEventListener('change', follow);
  follow();
}

followTheme();
takeDrops();
redraw();
