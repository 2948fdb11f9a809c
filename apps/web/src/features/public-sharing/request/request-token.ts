/** The token of a link that asks for documents: it only sends, and ends with the tab. */
const key = 'requestToken';
let inThisPage: string | null = null;

export function keepRequestToken(token: string): void {
  inThisPage = token;
  try {
    sessionStorage.setItem(key, token);
  } catch {
    // Storage is refused: this page keeps it alone.
    return;
  }
}

export function readRequestToken(): string | null {
  try {
    return sessionStorage.getItem(key) ?? inThisPage;
  } catch {
    return inThisPage;
  }
}
