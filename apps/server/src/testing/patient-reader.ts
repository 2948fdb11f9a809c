import { openReader } from '../platform/reading/reader.ts';
import type { Reader } from '../platform/reading/reading.ts';
import { pace } from './pace.ts';

/** The real reader, for as long as a full machine makes its processes of the lowest priority wait. */
export const patientReader = (): Reader => openReader({ timeMs: 90_000 * pace });
