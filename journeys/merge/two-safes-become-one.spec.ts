import { makePdf } from '../checks/files.ts';
import { pace } from '../checks/pace.ts';
import { enterSafe, expect, test } from '../fixtures.ts';
import { Employer } from '../people/employer.ts';
import { readMailedCode, readMails } from '../people/inbox.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { activate, hire, signIn } from '../people/people.ts';
import { addDocument, readTitles } from '../people/safe.ts';
import { ActivationScreens } from '../screens/activation-screens.ts';
import { MergeScreens } from '../screens/merge-screens.ts';
import { enterCredentials } from '../screens/sign-in-screen.ts';

const file = (name: string) => ({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer: makePdf(name) });

test('someone who has changed employers ends with one safe, which both employers deposit in', async ({
  page,
  t,
  press,
  accounts,
  employer,
  isPhone,
  show,
  expectOutcome,
}) => {
  const hands = { page, t, press };
  const screens = new MergeScreens(hands);
  const camille = await hire(employer);
  const newEmployer = new Employer({ ...accounts, employers: accounts.employers.slice(1) });
  const deposit = (from: Employer, { employeeNumber }: { employeeNumber: string }, period: string) => {
    const title = `Bulletin ${period} – ${from.name}`;
    return from.deposit({ employeeNumber, title, period, file: makePdf(title) });
  };

  const firstToken = await activate(accounts, camille);
  await addDocument(accounts, firstToken, file('Carte de fidélité'));
  await deposit(employer, camille, '2026-09');

  const again = { ...(await hire(newEmployer)), firstName: camille.firstName };
  await test.step('the new employer’s code opens a second safe, under another address', async () => {
    const activation = new ActivationScreens(hands);
    await page.goto('/activation');
    await activation.acceptDelivery();
    await activation.enterIdentity(again);
    await activation.enterEmail(again.email);
    await activation.expectStep('emailCode');
    await activation.emailCode.fill(await readMailedCode(accounts.inboxUrl, again.email));
    await activation.fillProfile();
    await activation.choosePassword(again.password);
    await activation.expectStep('success');
  });

  await deposit(newEmployer, again, '2026-10');
  const secondToken = await signIn(accounts, again);
  const calls = new OwnerCalls(accounts, secondToken);
  const trip = await addDocument(accounts, secondToken, file('Billet de train'));
  const thrown = await addDocument(accounts, secondToken, file('Brouillon'));
  const { items: categories } = (await calls.call('GET', 'categories')) as { items: { id: string }[] };
  const categoryId = categories.at(-1)?.id;
  const folder = (await calls.call('POST', 'folders', { name: 'Voyages', categoryId })) as { id: string };
  await calls.call('POST', 'documents/move', { documents: [trip], folders: [], to: { folderId: folder.id } });
  await calls.call('POST', 'documents/delete', { documents: [thrown], folders: [] });
  const { link } = await calls.share({ documents: [trip], mode: 'LINK' });

  await enterSafe(page, await signIn(accounts, camille));
  await test.step('before any field, the page says what will happen', async () => {
    await screens.open();
    for (const sentence of ['moves', 'closes', 'ends', 'employersMove'] as const)
      await expect(page.getByText(t(`merge.${sentence}`))).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await show('explain', 'page');
    await screens.begin();
    await show('prove', 'page');
  });

  await test.step('a wrong password is refused; the right one leads to the summary', async () => {
    expectOutcome({ address: '/user/login-to-merge', outcome: 401 });
    await screens.prove({ email: again.email, password: 'Une-Autre-Phrase-12!' });
    await expect(page.getByRole('alert')).toHaveText(t('errors.Unauthorized'));
    await screens.prove(again);
    await screens.expectStep('summary');
    await expect(page.getByText(newEmployer.name)).toBeVisible();
    await expect(page.getByText(t('merge.documents', { count: 2 }))).toBeVisible();
    await page.reload();
    await screens.expectStep('summary');
    await expect(page.getByText(t('merge.endsSharings', { count: 1 }))).toBeVisible();
    await show('summary', 'page');
  });

  await test.step('it cannot be undone: the box must be ticked', async () => {
    await screens.pressButton(t('merge.next'));
    await screens.expectStep('confirm');
    await screens.pressButton(t('merge.confirm'));
    await expect(page.getByText(t('merge.acknowledgementMissing'))).toBeVisible();
    await show('confirm', 'page');
    await screens.confirm();
  });

  await test.step('the result says what has moved, and leads there', async () => {
    await screens.expectStep('done');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page.getByText(t('merge.arrived', { count: 2 }))).toBeVisible();
    await expect(page.getByText(t('merge.arrivedInTrash', { count: 1 }))).toBeVisible();
    await expect(page.getByText(t('merge.employersNow', { employers: newEmployer.name }))).toBeVisible();
    await show('done', 'page');
    const kept = await page.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)]);
    expect(kept.filter((key) => /^kept\.merge|^mergeToken/.test(key))).toEqual([]);
  });

  await test.step('every document is in its place', async () => {
    await press(page.getByRole('link', { name: t('merge.seeDocuments') }));
    for (const title of ['Carte de fidélité', 'Billet de train', `Bulletin 2026-10 – ${newEmployer.name}`])
      await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
    await page.goto(`/documents/${folder.id}`);
    await expect(page.getByRole('link', { name: 'Billet de train', exact: true })).toBeVisible();
    await page.goto('/trash');
    await expect(page.getByText('Brouillon')).toBeVisible();
  });

  await test.step('either employer deposits here from now on', async () => {
    await deposit(employer, camille, '2026-11');
    await deposit(newEmployer, again, '2026-11');
    const titles = await readTitles(accounts, await signIn(accounts, camille));
    expect(titles.slice(0, 2).toSorted()).toEqual(
      [employer, newEmployer].map(({ name }) => `Bulletin 2026-11 – ${name}`).toSorted(),
    );
  });

  await test.step('the journal of the other safe is a chapter', async () => {
    await page.goto('/account/journal');
    await expect(page.getByText(t('journal.done.safe.merged'))).toBeVisible();
    await press(page.getByRole('button', { name: t('journal.chapter') }));
    await press(page.getByRole('option', { name: new RegExp(again.email.replaceAll('.', '\\.')) }));
    await expect(page).toHaveURL(/chapter=/);
    await expect(page.getByText(t('journal.done.safe.activated'))).toBeVisible();
    const { needed, there } = await page.evaluate(() => ({
      needed: document.documentElement.scrollWidth,
      there: document.documentElement.clientWidth,
    }));
    expect(needed).toBeLessThanOrEqual(there);
    // On phones the bar at the bottom covers a part of some line: which one depends on how long the names are.
    if (!isPhone) await show('chapter', 'page');
  });

  await test.step('both addresses have a mail, and the old one opens nothing', async () => {
    for (const { email } of [camille, again])
      await expect
        .poll(async () => (await readMails(accounts.inboxUrl, email)).some(({ text }) => /rejoint|joined/.test(text)), {
          timeout: 30_000 * pace,
        })
        .toBe(true);
    expectOutcome({ address: '/public/links', outcome: 410 });
    await page.goto(link);
    await expect(page).toHaveURL(/\/public\/sharings-expired/);
    await page.evaluate(() => localStorage.removeItem('authToken'));
    await page.goto('/login');
    expectOutcome({ address: '/login', outcome: 401 });
    await enterCredentials({ page, t }, again);
    await expect(page.getByRole('alert')).toHaveText(t('errorsIn.login.Unauthorized'));
    await enterCredentials({ page, t }, camille);
    await expect(page.getByRole('heading', { name: t('home.hello', { name: camille.firstName }) })).toBeVisible();
  });

  await test.step('the page of merges remembers it', async () => {
    await screens.open();
    await expect(page.getByRole('region', { name: t('merge.past') })).toContainText(again.email);
    await show('past', 'page');
  });
});
