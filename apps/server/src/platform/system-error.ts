/** Whether the operating system refused with one of these codes (`ENOENT`, `EACCES`…). */
export function isSystemError(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
