import { openReader } from '../../platform/reading/reader.ts';
import type { Reader } from '../../platform/reading/reading.ts';

/** The real reader, whose processes wait for nobody: on a machine full of tests, those of a low priority hardly run. */
export const promptReader = (): Reader => openReader({ isUrgent: true });
