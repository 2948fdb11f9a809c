import { setTimeout as sleep } from 'node:timers/promises';

/** A form with a file, whose second half comes a while after `halfway` was called. Its boundary is `b`. */
export function slowForm(halfway: () => void): ReadableStream<Uint8Array> {
  const lines = async function* () {
    yield '--b\r\ncontent-disposition: form-data; name="file"; filename="note.txt"\r\n\r\n';
    yield 'the first half '.repeat(1_000);
    await sleep(200);
    halfway();
    await sleep(500);
    yield 'the second half '.repeat(1_000);
    yield '\r\n--b--\r\n';
  };
  return ReadableStream.from(lines()).pipeThrough(new TextEncoderStream());
}
