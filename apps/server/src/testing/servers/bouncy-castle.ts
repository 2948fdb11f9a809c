import { execFile } from 'node:child_process';
import type { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AlgorithmEnds } from '../../platform/evidence-records/validity.ts';

/** Debian's libbcpkix-java, and a JDK, which compiles the program as it runs it. */
const jars = ['bcpkix', 'bcutil', 'bcprov'].map((name) => `/usr/share/java/${name}.jar`);
const compiler = '/usr/bin/javac';

export const hasBouncyCastle = [compiler, ...jars].every((path) => existsSync(path));

type Trust = { roots: readonly X509Certificate[]; ends: AlgorithmEnds; now: Date };
type Judged = { record: Buffer; data: Buffer };

/** Bouncy Castle's judgement of evidence records, one sentence for each. */
export async function judgeRecords(records: readonly Judged[], { roots, ends, now }: Trust): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'perenne-records-'));
  try {
    const anchors = await write(folder, 'roots.pem', roots.map(String).join(''));
    const files = await Promise.all(
      records.map(async ({ record, data }, index) => [
        await write(folder, `record-${index}`, record),
        await write(folder, `data-${index}`, data),
      ]),
    );
    const dates = [...ends].map(([algorithm, end]) => `${algorithm}=${end.toISOString()}`).join(',') || 'none';
    const program = join(import.meta.dirname, 'bouncy-castle', 'JudgeRecords.java');
    const args = ['-cp', jars.join(':'), program, anchors, now.toISOString(), dates, ...files.flat()];
    const { stdout } = await promisify(execFile)('/usr/bin/java', args);
    return stdout.trim().split('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function write(folder: string, name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}
