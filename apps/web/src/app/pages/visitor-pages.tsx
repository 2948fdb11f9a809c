import { getRouteApi, useRouter } from '@tanstack/react-router';
import { CodeCheckPage } from '../../features/public-sharing/entry/code-check-page.tsx';
import { LinkPage } from '../../features/public-sharing/entry/link-page.tsx';
import { ExpiredPage } from '../../features/public-sharing/expired-page.tsx';
import { SharesPage } from '../../features/public-sharing/shares-page.tsx';
import { makePart } from '../../lib/lazy/part.tsx';

const link = getRouteApi('/visitor/p');
const codeCheck = getRouteApi('/visitor/public/sharings');
const shared = getRouteApi('/visitor/public/sharings-list');
const expired = getRouteApi('/visitor/public/sharings-expired');

const Viewer = makePart(
  () => import('../../features/documents/viewer/guest-viewer.tsx').then((module) => module.GuestViewer),
  'reading',
);

export function LinkRoute() {
  const router = useRouter();
  return <LinkPage error={link.useLoaderData().error} onRetry={() => void router.invalidate()} />;
}

export function CodeCheckRoute() {
  const router = useRouter();
  const opened = codeCheck.useLoaderData();
  const { by, reason } = codeCheck.useSearch();
  return <CodeCheckPage opened={opened} by={by} reason={reason} onRetry={() => void router.invalidate()} />;
}

export function SharedRoute() {
  const router = useRouter();
  const opened = shared.useLoaderData();
  const { share, document } = shared.useSearch();
  return (
    <SharesPage opened={opened} shown={{ share, document }} viewer={Viewer} onRetry={() => void router.invalidate()} />
  );
}

export function ExpiredRoute() {
  const { reason } = expired.useSearch();
  return <ExpiredPage reason={reason} />;
}
