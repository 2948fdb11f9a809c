import { connect, type Socket } from 'node:net';

export type HeldRequest = {
  socket: Socket;
  send(bytes: string | Buffer): void;
  /** The status of the answer; 0 where the connection ended without one. */
  status: Promise<number>;
  /** All that the server said, once the connection has ended. */
  answer: Promise<string>;
};

type Held = { port: number; from?: string; head: string[] };

/** A request on a socket of its own, from one of the loopback addresses, that goes on as the test says. */
export function holdRequest({ port, from = '127.0.0.1', head }: Held): HeldRequest {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  let heard = '';
  const status = Promise.withResolvers<number>();
  const answer = Promise.withResolvers<string>();
  socket.on('data', (bytes: Buffer) => {
    heard += bytes.toString('latin1');
    const code = /^HTTP\/1\.1 (\d{3}) /.exec(heard)?.[1];
    if (code !== undefined) status.resolve(Number(code));
  });
  // A server that ends the connection may do so while the test still sends.
  socket.on('error', () => {});
  socket.on('close', () => {
    status.resolve(0);
    answer.resolve(heard);
  });
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return { socket, send: (bytes) => void socket.write(bytes), status: status.promise, answer: answer.promise };
}

/** The head of a form of which a file is part, and its beginning up to the file's first byte. */
export function beginForm(
  path: string,
  { token, fileName, bytes }: { token: string; fileName: string; bytes: number },
): { head: string[]; beginning: string } {
  const beginning = `--b\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`;
  const length = beginning.length + bytes + formEnd.length;
  const head = [`POST ${path} HTTP/1.1`, 'host: localhost', `authorization: Bearer ${token}`];
  return { head: [...head, 'content-type: multipart/form-data; boundary=b', `content-length: ${length}`], beginning };
}

export const formEnd = '\r\n--b--\r\n';
