import { type DocumentType, documentType, employerTypes } from '@perenne/contract/documents';

/** What an owner may say that a document is. */
export const ownerTypes: readonly DocumentType[] = documentType.options.filter((type) => !employerTypes.includes(type));
