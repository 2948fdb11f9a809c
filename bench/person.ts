import { z } from 'zod';
import { type Client, makeForm, makeText, signIn } from './client.ts';
import { followLink } from './sharing.ts';

type User = { email: string; password: string };
type Call = { headers?: Record<string, string>; body?: Buffer[]; expected: number };

const refusal = z.object({ errors: z.array(z.object({ code: z.string() })) });
const identified = z.object({ id: z.string() });
const linked = z.object({ link: z.string() });
const drawn = z.object({ hasThumbnail: z.boolean() });

const ordinaryBytes = 1_000_000;

/** An owner who is signed in. Each call throws on another answer than the expected one, whose code it names. */
export class Person {
  readonly token: string;
  readonly #client: Client;
  #added = 0;

  private constructor(client: Client, token: string) {
    this.#client = client;
    this.token = token;
  }

  static async signedIn(client: Client, user: User): Promise<Person> {
    return new Person(client, await signIn(client, user));
  }

  read(path: string): Promise<string> {
    return this.#call(`GET ${path}`, { expected: 200 });
  }

  /** Adds a file of 1 MB, like no other. */
  async addOrdinary(): Promise<void> {
    await this.add(makeText(ordinaryBytes, ++this.#added), 'bench.txt');
  }

  async add(file: Buffer | Buffer[], fileName: string): Promise<string> {
    const form = makeForm({ title: 'Document' }, file, fileName);
    return identified.parse(JSON.parse(await this.#call('POST documents', { ...form, expected: 201 }))).id;
  }

  async isDrawn(documentId: string): Promise<boolean> {
    return drawn.parse(JSON.parse(await this.read(`documents/${documentId}`))).hasThumbnail;
  }

  /** The token of a new link by which this owner asks for documents. */
  async askForDocuments(): Promise<string> {
    const text = await this.#call('POST document-requests', {
      headers: { 'content-type': 'application/json' },
      body: [Buffer.from(JSON.stringify({ title: 'Justificatifs', maxFiles: 20 }))],
      expected: 201,
    });
    return followLink(this.#client, linked.parse(JSON.parse(text)).link);
  }

  async #call(route: string, { headers, body = [], expected }: Call): Promise<string> {
    const [method = '', path = ''] = route.split(' ');
    const sent = { headers: { ...headers, authorization: `Bearer ${this.token}` }, body };
    const { status, text } = await this.#client.send(method, `/backend/api/v1/${path}`, sent);
    if (status === expected) return text;
    const [error] = refusal.parse(JSON.parse(text)).errors;
    throw new Error(`${status} ${error?.code}`);
  }
}
