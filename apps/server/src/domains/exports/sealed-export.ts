import { z } from 'zod';
import type { SafeKeys } from '../../platform/sealing/safe-keys.ts';
import { openJson, sealJson } from '../../platform/sealing/values.ts';

/** The row of a ready export holds this sealed: the digest of the archive in hex, and the documents that are not in it. */
const exportSecrets = z.object({ sha256: z.string(), damaged: z.array(z.string()) });
export type ExportSecrets = z.output<typeof exportSecrets>;

const placeOf = (exportId: string) => ({ table: 'exports', column: 'sealed', row: exportId });

export const sealExport = ({ values }: SafeKeys, exportId: string, secrets: ExportSecrets): Buffer =>
  sealJson(values, placeOf(exportId), secrets);

export const openExport = ({ values }: SafeKeys, exportId: string, sealed: Buffer): ExportSecrets =>
  exportSecrets.parse(openJson(values, placeOf(exportId), sealed));
