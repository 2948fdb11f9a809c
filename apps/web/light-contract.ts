import type { Plugin } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? String(node.name) : undefined;

const prefix = 'light-contract:';
const source = '@perenne/contract/';

/** A call needs these parts of an endpoint: not its schemas, but whether it has an answer. */
const callParts = ['id', 'method', 'path', 'token'] as const;
/** The browser's other parts of an endpoint are schemas, and need Zod. */
const schemaParts = new Set(['body', 'params', 'query', 'headers', 'form', 'response']);

const isPlain = (value: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every(isPlain)) ||
  (typeof value === 'object' && value !== null && value.constructor === Object && Object.values(value).every(isPlain));

/** An export of the contract as data: a call without its schemas, the options of a list, a constant. */
function lighten(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return isPlain(value) ? value : undefined;
  if ('method' in value && 'path' in value) {
    const call = Object.fromEntries(Object.entries(value).filter(([key]) => callParts.some((part) => part === key)));
    return { ...call, ...('response' in value && value.response ? { response: true } : {}) };
  }
  if ('options' in value && isPlain(value.options)) return { options: value.options };
  return isPlain(value) ? value : undefined;
}

async function readModule(name: string): Promise<Map<string, unknown>> {
  const module = (await import(`${source}${name}`)) as Record<string, unknown>;
  return new Map(Object.entries(module).map(([key, value]) => [key, lighten(value)]));
}

/** Whether a module reads a schema of what it calls `local`, or hands the whole of it to something unknown. */
function readsSchema(node: Node, local: string): boolean {
  const readsHere =
    node.type === 'MemberExpression' && nameOf(node.object) === local && schemaParts.has(nameOf(node.property) ?? '');
  const takesApart =
    (node.type === 'SpreadElement' && nameOf(node.argument) === local) ||
    (node.type === 'VariableDeclarator' && nameOf(node.init) === local);
  return readsHere || takesApart || childrenOf(node).some((child) => readsSchema(child, local));
}

/**
 * Gives a module that only calls endpoints their declarations without schemas, so that the pages one
 * sees first come without Zod: 15 KB less. A module that reads a schema gets the contract itself.
 */
export const lightContract = (): Plugin => ({
  name: 'light-contract',
  apply: 'build',
  enforce: 'post',
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
  async load(id) {
    if (!id.startsWith(`\0${prefix}`)) return null;
    const exports = await readModule(id.slice(prefix.length + 1));
    return [...exports]
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `export const ${name} = /* @__PURE__ */ Object.freeze(${JSON.stringify(value)});`)
      .join('\n');
  },
  transform: {
    filter: { id: /\/apps\/web\/src\/.*\.tsx?$/, code: '@perenne/contract/' },
    async handler(code) {
      const program = this.parse(code) as unknown as Node;
      const imports = childrenOf(program).filter(
        ({ type, source: from }) =>
          type === 'ImportDeclaration' && isNode(from) && String(from.value).startsWith(source),
      );
      let light = code;
      for (const declaration of imports.toReversed()) {
        const from = declaration.source as Node;
        const name = String(from.value).slice(source.length);
        const exports = await readModule(name);
        const isLight = childrenOf(declaration)
          .filter(({ type }) => type === 'ImportSpecifier')
          .every(
            ({ imported, local }) =>
              exports.get(nameOf(imported) ?? '') !== undefined && !readsSchema(program, nameOf(local) ?? ''),
          );
        if (isLight) light = `${light.slice(0, from.start)}'${prefix}${name}'${light.slice(from.end)}`;
      }
      return light === code ? null : { code: light, map: null };
    },
  },
});
