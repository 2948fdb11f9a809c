import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { judge } from './outside-tools.ts';

const tools = ['python3', 'openssl', 'sha512sum'];
export const hasTools = tools.every((tool) => spawnSync(tool, ['--version']).error === undefined);
if (!hasTools) console.warn(`The commands of docs/evidence.md did not run: ${tools.join(', ')} are needed.`);

/** The commands of `docs/evidence.md`, taken out of the page and run as a reader does, on what the safe has made. */
const page = readFileSync(new URL('../../../../../docs/evidence.md', import.meta.url), 'utf8');
export const blocks = [...page.matchAll(/^```(?:sh|python)\n(.*?)^```$/gms)].map(([, commands = '']) => commands);

/** Each block by words that no other one has. */
export const words = {
  seal: 'key.pem -signature seal.der BYTES',
  issuer: '-CAfile SEAL-CA.pem CERT.pem',
  timestamp: 'openssl ts -reply -in TOKEN.der',
  attestation: 'pdfdetach -savefile attestation.json',
  signedFile: "python3 - ATTESTATION.pdf <<'PYTHON'",
  archiveByTools: 'unzip -t perenne-AAAA-MM-JJ.zip',
  archiveByPython: "read('META-INF/ASiCManifest.xml')",
  record: '> tokens.sh',
  recordByBouncyCastle: 'JudgeRecords.java',
  functions: 'def check_chain(entries):',
  journal: "journal = read('JOURNAL.json')",
  journalEnd: "read('JOURNAL.json')['chapters']",
  proof: "proof = read('PROOF.json')",
  checkpoint: "write_signed(read('CHECKPOINT.json'))",
  consistency: "read('CONSISTENCY.json')",
} as const;

export function block(name: keyof typeof words): string {
  const [found, ...others] = blocks.filter((commands) => commands.includes(words[name]));
  if (found === undefined || others.length > 0) throw new Error(`not one block has the words: ${words[name]}`);
  return found;
}

export const runAll = (commands: string, cwd: string): Promise<string> => judge('sh', ['-c', commands], { cwd });
/** Runs the commands as a reader pastes them: one behind a failure runs too. Returns their output. @throws if the last one fails */
export const run = (name: keyof typeof words, cwd: string): Promise<string> => runAll(block(name), cwd);
/** A block that ended with an error, and printed nothing behind it that a reader may take for a success. */
export const stopped = (error: string) => ({
  stdout: expect.not.stringMatching(/OK|successful|Verified|without a timestamp/),
  stderr: expect.stringContaining(error),
});
