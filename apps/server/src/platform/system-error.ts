/** Whether the operating system or PostgreSQL refused with one of these codes (`ENOENT`, `23505`…). */
export function isSystemError(error: unknown, ...codes: string[]): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
