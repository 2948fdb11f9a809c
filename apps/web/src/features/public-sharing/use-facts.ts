import type { PublicDocument } from '@perenne/contract/public-sharings';
import { useFormats } from '../../lib/i18n/formats.ts';

/** `PDF · 1,2 Mo`; without a size where a mark is drawn over it as it goes out. */
export function useFacts(): (document: PublicDocument) => string {
  const formats = useFormats();
  return ({ fileName, size, watermarked }) => {
    const format = fileName.split('.').at(-1)?.toUpperCase() ?? '';
    return watermarked ? format : `${format} · ${formats.size(size)}`;
  };
}
