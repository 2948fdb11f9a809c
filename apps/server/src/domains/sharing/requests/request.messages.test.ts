import { expect, it } from 'vitest';
import { requestMails } from './request.messages.ts';

const told = {
  sender: 'Camille Renaudin',
  title: 'RIB',
  message: null,
  link: 'https://safe.example/',
  expiresAt: new Date(),
  block: { SENDER: 'https://safe.example/b', ALL: 'https://safe.example/b' },
};

it('says that files are checked only where an antivirus is set', () => {
  const textOf = (locale: 'fr' | 'en', isScanned: boolean) => requestMails[locale].request({ ...told, isScanned }).text;
  expect(textOf('fr', true)).toContain('sont vérifiés, puis déposés');
  expect(textOf('fr', false)).toContain('sont déposés');
  expect(textOf('fr', false)).not.toContain('vérifiés');
  expect(textOf('en', true)).toContain('are checked, then placed');
  expect(textOf('en', false)).not.toContain('checked');
});
