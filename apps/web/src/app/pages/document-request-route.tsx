import { getRouteApi, useRouter } from '@tanstack/react-router';
import { RequestPage } from '../../features/public-sharing/request/request-page.tsx';

const documentRequest = getRouteApi('/visitor/public/document-requests');

export function DocumentRequestRoute() {
  const router = useRouter();
  return <RequestPage opened={documentRequest.useLoaderData()} onRetry={() => void router.invalidate()} />;
}
