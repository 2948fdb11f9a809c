import type { Progress } from '../checks/check-files.ts';
import type { Report } from '../checks/report.ts';
import { formatsOf, words, type Locale } from '../messages/words.ts';
import { dial } from './dial.ts';
import { button, el } from './el.ts';
import { icon, logo } from './icons.ts';
import { drawReport, verdictWordsOf } from './report-view.ts';

export type State = {
  locale: Locale;
  files: readonly File[];
  reports: readonly Report[];
  progress: Progress | null;
  status: 'idle' | 'running' | 'finished' | 'stopped' | 'no-crypto';
};

export type Actions = { addFiles(files: Iterable<File>): void; startAgain(): void; switchLanguage(): void };

/**
 * Draws the page and returns what redraws it. The parts of the page are redrawn one by one: progress comes ten times a
 * second, and must not take the focus away from anything.
 */
export function drawPage(root: HTMLElement, actions: Actions) {
  const [head, intro, drop, status, results, compare] = [
    el('header', { class: 'top' }),
    el('div', { class: 'intro' }),
    el('section', { class: 'card drop' }),
    el('div', { role: 'status', class: 'sr' }),
    el('div', { class: 'results' }),
    el('section', { class: 'card compare' }),
  ];
  const bar = el('div', { class: 'card progress', hidden: true });
  root.replaceChildren(head, el('main', {}, intro, drop, status, bar, results, compare));
  let drawnFor = '';
  return {
    /** Draws the parts that depend on the language and on whether there are files, once these have changed. */
    frame(state: State): void {
      // The card stays while the files are checked anew: its button may have the focus.
      if (state.status !== 'running') compare.hidden = !state.reports.some(isToCompare);
      const isFor = [state.locale, state.files.length > 0, state.status === 'no-crypto'].join(' ');
      if (isFor === drawnFor) return;
      drawnFor = isFor;
      const hadFocus = drop.contains(document.activeElement);
      const said = words[state.locale];
      document.title = said.pageTitle;
      document.documentElement.lang = state.locale;
      head.replaceChildren(...drawHead(state, actions));
      intro.replaceChildren(el('h1', {}, said.title), el('p', { class: 'lead' }, said.lead));
      drop.replaceChildren(...drawDrop(state, actions));
      compare.replaceChildren(...drawCompare(state, actions));
      if (hadFocus) drop.querySelector('input')?.focus();
    },
    progress(state: State): void {
      bar.hidden = state.progress === null;
      if (state.progress) bar.replaceChildren(...drawProgress(state.progress, state.locale));
    },
    results(state: State): void {
      // Certificates come after the files that are compared with them.
      const ordered = [...state.reports].sort((a, b) => Number(isForComparing(a)) - Number(isForComparing(b)));
      results.replaceChildren(...ordered.map((report) => drawReport(report, state.locale)));
      if (state.reports.length === 0 && state.status === 'idle') results.replaceChildren(drawAccepted(state.locale));
    },
    /** Read out by screen readers. */
    status(state: State): void {
      const text = sayStatus(state);
      if (status.textContent !== text) status.textContent = text;
      const isBroken = state.status === 'stopped' || state.status === 'no-crypto';
      status.className = isBroken ? 'card alert' : 'sr';
    },
  };
}

const isForComparing = ({ kind }: Report): boolean => kind === 'certificates';

/** Also where nothing of it holds, for which a certificate that is missing may be the reason. */
const isToCompare = ({ kind, witnesses }: Report): boolean =>
  witnesses.length > 0 || ['archive', 'proof', 'attestation', 'checkpoints'].includes(kind);

function sayStatus({ status, reports, locale }: State): string {
  const said = words[locale];
  if (status === 'stopped') return said.stopped;
  if (status === 'no-crypto') return said.noCrypto;
  if (status !== 'finished') return '';
  const outcomes = reports.map((report) => said.outcome(report.name, verdictWordsOf(report, said).title));
  return [said.finished(reports.length), ...outcomes.slice(0, 5)].join(' ');
}

function drawHead({ locale }: State, { switchLanguage }: Actions): Node[] {
  const said = words[locale];
  const other = locale === 'fr' ? 'en' : 'fr';
  return [
    el('div', { class: 'brand' }, logo(), el('span', {}, 'Pérenne'), el('span', { class: 'part' }, said.brand)),
    button({ class: 'button on-nav', lang: other }, switchLanguage, said.otherLanguage),
  ];
}

type Picking = Pick<Actions, 'addFiles'> & { isAble?: boolean };

/** A label for a field that is there for keyboards and screen readers, and invisible. */
function filePicker(text: string, look: string, { addFiles, isAble = true }: Picking): HTMLElement {
  const input = el('input', { type: 'file', multiple: true, class: 'sr', disabled: !isAble });
  input.addEventListener('change', () => {
    addFiles([...(input.files ?? [])]);
    // The same file again is a change, too.
    input.value = '';
  });
  return el('label', { class: `button ${look}` }, input, icon(look === 'primary' ? 'upload' : 'plus', 20), text);
}

function drawDrop({ locale, files, status }: State, actions: Actions): Array<Node | string> {
  const { drop } = words[locale];
  const isEmpty = files.length === 0;
  return [
    el('div', { class: 'drop-picture' }, dial(0), icon('upload', 32)),
    el(
      'div',
      {},
      el('h2', {}, isEmpty ? drop.title : drop.more),
      isEmpty ? el('p', { class: 'muted' }, drop.text) : null,
    ),
    el(
      'div',
      { class: 'drop-actions' },
      filePicker(isEmpty ? drop.button : drop.add, 'primary', { ...actions, isAble: status !== 'no-crypto' }),
      isEmpty ? null : button({ class: 'button secondary' }, actions.startAgain, drop.again),
    ),
    el('p', { class: 'local muted small', hidden: status === 'no-crypto' }, icon('offline', 18), drop.local),
  ];
}

function drawAccepted(locale: Locale): HTMLElement {
  const { title, items } = words[locale].accepted;
  const drawn = items.map(({ kind, name, text }) =>
    el(
      'li',
      {},
      el('span', { class: 'tile' }, icon(kind)),
      el('div', {}, el('p', { class: 'name' }, name), el('p', { class: 'muted small' }, text)),
    ),
  );
  return el('section', { class: 'card accepted' }, el('h2', {}, title), el('ul', {}, ...drawn));
}

function drawProgress({ file, done, total }: Progress, locale: Locale): Node[] {
  const formats = formatsOf(locale);
  const share = total === 0 ? 0 : done / total;
  const text = words[locale].progress(formats.bytes(done), formats.bytes(total), file);
  const bar = el('progress', { max: 1, value: share, class: 'sr', 'aria-label': text });
  return [dial(share), bar, el('p', {}, text)];
}

function drawCompare({ locale }: State, actions: Actions): Node[] {
  const { title, text, button: label } = words[locale].compare;
  return [
    el('div', {}, el('h2', {}, title), el('p', { class: 'muted' }, text)),
    filePicker(label, 'secondary', actions),
  ];
}
