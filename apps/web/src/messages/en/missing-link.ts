import type { missingLink as french } from '../fr/missing-link.ts';
import type { Shape } from '../messages.ts';

export const missingLink = {
  title: 'Open your link again',
  text: 'This page no longer has the link: for your security, it does not keep it. Open it again from the message that you received.',
  about: 'What is Pérenne?',
} as const satisfies Shape<typeof french>;
