import type { ComponentProps } from 'react';
import { useLate } from '../../../../lib/lazy/use-late.ts';
import { LateFault } from '../../../../ui/lazy/late-fault.tsx';
import { ContentLoading, Notice } from '../content-loading.tsx';
import type { PdfView } from './pdf-view.tsx';

const loadView = () => import('./pdf-view.tsx').then((module) => module.PdfView);

/** The code that draws a PDF is the largest part of the pages: it comes with the first one that is read. */
export function LatePdf(props: ComponentProps<typeof PdfView>) {
  const { code: View, isFailed, ...late } = useLate(loadView);
  if (View) return <View {...props} />;
  if (!isFailed) return <ContentLoading progress={1} />;
  return (
    <Notice>
      <LateFault {...late} />
    </Notice>
  );
}
