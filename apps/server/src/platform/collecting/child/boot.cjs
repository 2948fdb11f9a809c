'use strict';
/**
 * The first program of a run's process, and the one file that the process can read. Its parent sends the code of the
 * collector through the pipe, with what V8 has compiled of it before: a start neither looks for modules nor strips
 * types. This file is plain JavaScript for the same reason.
 */
const { readSync, writeSync } = require('node:fs');
const { Script, constants } = require('node:vm');

const pipe = 3;
/** A process that is to compile the code for the runs after it, and no run. */
const compiles = 0xffffffff;

function read(length) {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length;) {
    const count = again(() => readSync(pipe, bytes, at, length - at, null));
    if (count === 0) process.exit(1);
    at += count;
  }
  return bytes;
}

function write(bytes) {
  for (let at = 0; at < bytes.length;) at += again(() => writeSync(pipe, bytes, at));
}

/** The pipe may be one that does not wait. */
function again(attempt) {
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/** Everything but the parts of Node is in the code. */
function requirePart(name) {
  const part = process.getBuiltinModule(name);
  if (part === undefined) throw new Error(`there is no part ${name} of Node`);
  return part;
}

const head = read(8);
const [codeBytes, compiledBytes] = [head.readUInt32LE(0), head.readUInt32LE(4)];
const code = read(codeBytes).toString('utf8');
const cachedData = compiledBytes === compiles || compiledBytes === 0 ? undefined : read(compiledBytes);
const script = new Script(code, {
  filename: '/collector.cjs',
  cachedData,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
script.runInThisContext()(requirePart);
if (compiledBytes === compiles) {
  write(script.createCachedData());
  process.exit(0);
}
