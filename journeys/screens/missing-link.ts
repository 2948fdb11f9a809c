import { expect } from '@playwright/test';
import type { Hands } from './hands.ts';
import { expectScreen } from './sign-in-screen.ts';

type Undoing = 'unlockAccount' | 'undoEmailChange' | 'undoSecondFactor' | 'keepSecondFactor';

/** The page of a mailed link about an account, without its link: it names the way out, and says nothing of an end. */
export async function expectMissingLink({ page, t }: Pick<Hands, 'page' | 't'>, asked: Undoing): Promise<void> {
  await expectScreen({ page }, t('missingLink.title'));
  await expect(page.getByText(`${t('missingLink.text')} ${t(`${asked}.missingText`)}`, { exact: true })).toBeVisible();
  await expect(page.getByText(t(`${asked}.endedText`))).toBeHidden();
}
