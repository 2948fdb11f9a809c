import type { Finding, Outcome, Report, Witness } from '../checks/report.ts';
import { formatsOf, sayFinding, words, type Formats, type Locale, type Words } from '../messages/words.ts';
import { button, el } from './el.ts';
import { icon } from './icons.ts';

/** The outcome that concerns the reader most comes first. */
const outcomes: readonly Outcome[] = ['fails', 'open', 'holds'];

/** As many sentences as are drawn at once: a page with ten thousand takes seconds to lay out. */
const atATime = 100;

const verdictOf = ({ findings }: Pick<Report, 'findings'>): Outcome =>
  outcomes.find((outcome) => findings.some((finding) => finding.outcome === outcome)) ?? 'holds';

export function verdictWordsOf(report: Report, said: Words): { title: string; text: string } {
  const verdict = verdictOf(report);
  return { ...said.verdicts[verdict], ...(report.kind === 'document' && said.verdictsOfDocument[verdict]) };
}

/** All that was found in one file. */
export function drawReport(report: Report, locale: Locale): HTMLElement {
  const said = words[locale];
  const formats = formatsOf(locale);
  const verdict = verdictOf(report);
  return el(
    'article',
    { class: 'card report', 'data-outcome': verdict },
    el(
      'header',
      { class: 'report-head' },
      el('span', { class: 'tile' }, icon(report.kind)),
      el(
        'div',
        {},
        el('h2', {}, report.name),
        el('p', { class: 'muted' }, `${said.kinds[report.kind]} · ${formats.bytes(report.sizeBytes)}`),
      ),
    ),
    report.kind === 'certificates' ? null : drawVerdict(report, said),
    ...outcomes.map((outcome) => drawGroup(report.findings, outcome, locale)),
    drawTrust(report.witnesses, said, formats),
  );
}

function drawVerdict(report: Report, said: Words): HTMLElement {
  const verdict = verdictOf(report);
  const { title, text } = verdictWordsOf(report, said);
  const isCompared = report.witnesses.every(({ confirmedBy }) => confirmedBy !== null);
  const shown = `${text} ${isCompared || verdict === 'fails' ? '' : said.toCompare}`;
  return el(
    'div',
    { class: 'verdict', 'data-outcome': verdict },
    icon(verdict, 28),
    el('div', {}, el('p', { class: 'verdict-title' }, title), el('p', {}, shown)),
  );
}

function drawGroup(findings: readonly Finding[], outcome: Outcome, locale: Locale): HTMLElement | null {
  const own = findings.filter((finding) => finding.outcome === outcome);
  if (own.length === 0) return null;
  const list = el('ul', { class: 'findings' });
  const more = button({ class: 'button quiet' }, () => showMore());
  let shown = 0;
  const showMore = (): void => {
    const next = own.slice(shown, shown + atATime);
    list.append(...next.map((finding) => drawFinding(finding, locale)));
    shown += next.length;
    more.textContent = words[locale].more(own.length - shown, formatsOf(locale));
    more.hidden = shown === own.length;
  };
  showMore();
  return el('section', {}, el('h3', {}, words[locale].groups[outcome]), list, more);
}

const drawFinding = (finding: Finding, locale: Locale): HTMLElement =>
  el('li', { 'data-outcome': finding.outcome }, icon(finding.outcome, 20), el('p', {}, sayFinding(finding, locale)));

function drawTrust(witnesses: readonly Witness[], said: Words, formats: Formats): HTMLElement | null {
  if (witnesses.length === 0) return null;
  return el(
    'section',
    { class: 'trust' },
    el('h3', {}, said.trust.title),
    el('p', {}, said.trust.text),
    el('ul', { class: 'witnesses' }, ...witnesses.map((witness) => drawWitness(witness, said, formats))),
    el('p', { class: 'muted small' }, said.trust.limits),
  );
}

function drawWitness(witness: Witness, { trust }: Words, formats: Formats): HTMLElement {
  const { root } = witness;
  const rows: Array<[string, string, boolean?]> = [
    [trust.subject, witness.subject],
    [trust.issuer, witness.issuer],
    [trust.root, root?.subject ?? trust.noRoot],
    [trust.validity, trust.between(formats.day(witness.from), formats.day(witness.to))],
    [trust.fingerprint, inGroups(witness.fingerprint), true],
  ];
  return el(
    'li',
    {},
    el('p', { class: 'badge' }, trust.roles[witness.role]),
    el('p', { class: 'subject' }, witness.name),
    el(
      'dl',
      {},
      ...rows.flatMap(([name, value, isExact]) => [
        el('dt', {}, name),
        el('dd', { class: isExact ? 'exact' : undefined }, value),
      ]),
    ),
    witness.confirmedBy === null
      ? remark('open', trust.notCompared)
      : remark('holds', trust.given(witness.confirmedBy)),
    remark('open', witness.isSelfSigned && trust.selfSigned),
    remark('open', witness.isDemonstration && trust.demonstration),
  );
}

const remark = (outcome: Outcome, text: string | false): HTMLElement | null =>
  text === false ? null : el('p', { class: 'remark', 'data-outcome': outcome }, icon(outcome, 18), text);

/** As people compare it: by eye, or read to one another. */
const inGroups = (hex: string): string => hex.match(/.{1,4}/g)?.join(' ') ?? hex;
