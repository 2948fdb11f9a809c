import { type Document, getThumbnail } from '@perenne/contract/documents';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type DocTone, DocThumb } from '../../ui/brand/doc-thumb.tsx';
import { request } from '../api/call.ts';
import css from './document-picture.module.css';

/** A picture that only flies past, in a long list, asks for nothing. */
const settlesInMs = 150;

interface DocumentPictureProps {
  document: Pick<Document, 'id' | 'hasThumbnail'>;
  tone: DocTone;
  /** The height of the drawn sheet, in px. */
  height: number;
  /** A sheet on a tinted ground, in a card. */
  paper?: boolean;
}

/** The first page of a document, small, in the place of its drawn sheet: it comes when it can and moves nothing. */
export function DocumentPicture({ document, ...sheet }: DocumentPictureProps) {
  return (
    <span className={sheet.paper ? css.card : css.row}>
      <DocThumb {...sheet} />
      {document.hasThumbnail && <Picture key={document.id} id={document.id} />}
    </span>
  );
}

/** Read with the bearer token, as everything else: no address of it ever holds one. */
const pictureQuery = (id: string) =>
  queryOptions({
    queryKey: [getThumbnail.id, id] as const,
    queryFn: async ({ signal }) => (await request(getThumbnail, { params: { id }, signal })).blob(),
    // A document's first page never changes.
    staleTime: Infinity,
    // The drawn sheet is there already.
    retry: false,
  });

function Picture({ id }: { id: string }) {
  const hasSettled = useSettled();
  const { data } = useQuery({ ...pictureQuery(id), enabled: hasSettled });
  const [isBroken, setBroken] = useState(false);
  if (!data || isBroken) return null;
  return (
    <img
      ref={(image) => {
        if (image) show(image, data);
      }}
      alt=""
      decoding="async"
      className={css.picture}
      onError={() => setBroken(true)}
    />
  );
}

function useSettled(): boolean {
  const [hasSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settlesInMs);
    return () => clearTimeout(timer);
  }, []);
  return hasSettled;
}

/** The address of the bytes is let go once they are read: before, a picture that goes meanwhile would look for them in vain. */
function show(image: HTMLImageElement, bytes: Blob): void {
  const address = URL.createObjectURL(bytes);
  const letGo = () => URL.revokeObjectURL(address);
  image.addEventListener('load', letGo, { once: true });
  image.addEventListener('error', letGo, { once: true });
  image.src = address;
}
