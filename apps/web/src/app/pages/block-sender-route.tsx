import type { BlockScope } from '@perenne/contract/senders';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { BlockSenderPage } from '../../features/public-sharing/block/block-sender-page.tsx';
import { readHanded } from '../handed-token.ts';
import { useLinkToken } from './use-link-token.ts';

export function BlockSenderRoute() {
  const { hash } = useLocation();
  const [first] = useState<BlockScope>(
    () =>
      readHanded('/public/block-sender')?.scope ??
      (new URLSearchParams(hash).get('scope') === 'ALL' ? 'ALL' : 'SENDER'),
  );
  return <BlockSenderPage token={useLinkToken('/public/block-sender')} first={first} />;
}
