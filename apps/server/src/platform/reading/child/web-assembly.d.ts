/** The part of WebAssembly that this folder calls: TypeScript declares it for browsers alone. */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>;
  type Exports = Record<string, unknown>;
  type Module = object;

  class Instance {
    constructor(module: Module, imports: Imports);
    readonly exports: Exports;
  }

  function compile(bytes: Uint8Array): Promise<Module>;
}
