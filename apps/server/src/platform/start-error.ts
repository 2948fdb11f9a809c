/** What keeps a process from starting: told to the operator in one sentence, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
