import { afterAll, beforeAll, expect, it } from 'vitest';
import { activationForm, activationSteps, newTokenOf } from '../../testing/people/activation-steps.ts';
import { Depositor, digest } from '../../testing/people/depositor.ts';
import { makePdf } from '../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let steps: ReturnType<typeof activationSteps>;
let from: Depositor;
beforeAll(async () => {
  test = await createTestApp();
  steps = activationSteps(test);
  from = await Depositor.make(test);
  await test.startWorker();
});
afterAll(() => test.close());

type Progress = { recovering: boolean; recovered: number; total: number };

/** The progress, asked again and again until nothing is left to recover. */
async function recovered(token: string, total: number): Promise<Progress> {
  for (;;) {
    const progress = (await steps.get('activation/progress', token)).json<Progress>();
    if (!progress.recovering && progress.recovered >= total) return progress;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const announce = async (employeeNumber: string) => {
  const person = { firstName: 'Inès', lastName: `Caron-${employeeNumber}`, birthDate: '1991-07-30' };
  const [result] = await from.employer.sendLines([{ employeeNumber, ...person }]);
  return { ...person, activationCode: String(result?.activationCode) };
};

const depositFor = (employeeNumber: string, month: number) =>
  from.deposit({
    metadata: { employeeNumber, type: 'PAYE', title: `Bulletin ${month}`, period: `2026-0${month}` },
    content: makePdf(`${employeeNumber} in ${month}`),
  });

type Listed = { items: Array<{ title: string; sha256: string }>; total: number };
const documentsOf = async (token: string) => (await steps.get('documents', token)).json<Listed>();

it('brings what waited into the new safe, byte for byte', async () => {
  const pending = await announce('Deux');
  for (const month of [8, 9]) expect((await depositFor('Deux', month)).status).toBe(201);
  const { token } = await steps.makeNewcomer(pending);
  const auth = newTokenOf(await steps.post('activation', activationForm, { token }));
  expect(await recovered(auth, 2)).toEqual({ recovering: false, recovered: 2, total: 2 });
  const { items } = await documentsOf(auth);
  expect(items.map(({ title }) => title).toSorted()).toEqual(['Bulletin 8', 'Bulletin 9']);
  expect(items.map(({ sha256 }) => sha256).toSorted()).toEqual(
    [8, 9].map((month) => digest(makePdf(`Deux in ${month}`))).toSorted(),
  );
});

it('loses nothing that is deposited at the same instant', async () => {
  const pending = await announce('Trois');
  const { token } = await steps.makeNewcomer(pending);
  const months = [1, 2, 3, 4, 5, 6];
  const [answer, ...deposits] = await Promise.all([
    steps.post('activation', activationForm, { token }),
    ...months.map((month) => depositFor('Trois', month)),
  ]);
  expect(deposits.map(({ status }) => status)).toEqual(months.map(() => 201));
  const auth = newTokenOf(answer);
  let listed = await documentsOf(auth);
  while (listed.total < months.length) listed = await documentsOf(auth);
  expect(listed.items.map(({ title }) => title).toSorted()).toEqual(months.map((month) => `Bulletin ${month}`));
});
