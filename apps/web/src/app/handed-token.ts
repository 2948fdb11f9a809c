import type { BlockScope } from '@perenne/contract/senders';

/** The pages of mails about an account, and the one that refuses a sender. */
export type LinkPath =
  | '/unlock-account'
  | '/undo-email-change'
  | '/undo-second-factor'
  | '/keep-second-factor'
  | '/reset-password'
  | '/public/block-sender';

export interface Handed {
  to: LinkPath;
  token: string;
  /** The choice of a link to `/public/block-sender`. */
  scope?: BlockScope;
}

/** From `/p` to the page that the link is for. In memory alone: browsers write down the addresses that a page goes to. */
let handed: Handed | undefined;

export function handToken(next: Handed): void {
  handed = next;
}

export const readHanded = (page: LinkPath): Handed | undefined => (handed?.to === page ? handed : undefined);

export function forgetHanded(): void {
  handed = undefined;
}
