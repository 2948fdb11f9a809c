import type { Collector } from '@perenne/contract/collectors';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refreshDocuments } from '../../../lib/documents/document-queries.ts';

/** Documents that arrived while the page was open are in the lists that are opened next. */
export function useFreshDocuments(collectors: readonly Collector[] | undefined): void {
  const queries = useQueryClient();
  const total = collectors?.reduce((sum, { collectedDocuments }) => sum + collectedDocuments, 0);
  const known = useRef(total);
  useEffect(() => {
    if (known.current !== undefined && total !== known.current) void refreshDocuments(queries);
    known.current = total;
  }, [queries, total]);
}
