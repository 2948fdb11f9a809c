/** Keeps a process from starting: the operator reads one sentence, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
