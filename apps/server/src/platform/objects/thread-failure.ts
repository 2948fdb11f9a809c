/** How something failed in a thread. An error loses its class and its code on the way: they are kept by name. */
export type ThreadFailure = { name: string; message: string; code?: string };

export function failureOf(error: unknown): ThreadFailure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { name: error.name, message: error.message, ...(code !== undefined && { code }) };
}

export const errorOf = ({ message, code }: ThreadFailure): Error =>
  Object.assign(new Error(message), code !== undefined && { code });
