import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * The kinds of token of the interface; `none` is a call for everyone, `request` that of a link by which documents
 * are asked for, `employer` an OAuth bearer.
 */
export type TokenKind =
  | 'none'
  | 'auth'
  | 'invalid'
  | 'notActivated'
  | 'activation'
  | 'merge'
  | 'code'
  | 'sharing'
  | 'request'
  | 'employer';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

/**
 * A call of the interface, declared once: the server mounts it, the browser calls it,
 * the OpenAPI document describes it.
 */
export type Endpoint = {
  id: string;
  method: Method;
  /** Absolute, parameters written `:name`. */
  path: `/${string}`;
  token: TokenKind;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  /** JSON body. */
  body?: z.ZodType;
  /** Text fields of a multipart body that also holds the part `file`. */
  form?: z.ZodObject;
  /** Other media types of the body (`application/x-ndjson`, `application/x-www-form-urlencoded`). */
  consumes?: readonly string[];
  /** JSON answer; without it and without `bytes` the answer is empty. */
  response?: z.ZodType;
  /** The answer is a content of this media type. */
  bytes?: string;
  /** The content has a validator and is given in ranges too (RFC 9110, 13 and 14). */
  ranges?: true;
  /** Default: 200 with an answer, 204 without. */
  status?: 200 | 201 | 204;
  /** The answer may carry a new token in `Set-Authorization`. */
  setsToken?: true;
  /** The error for an `:id` that cannot exist. */
  notFound?: ErrorCode;
  errors: readonly ErrorCode[];
  /** Headers of the answer that mean something, each with what it says. */
  answerHeaders?: Readonly<Record<string, string>>;
  /** Statuses that a foreign protocol asks for and no code has, each with its cause. */
  refusals?: Readonly<Record<number, string>>;
};

export const endpoint = <const E extends Endpoint>(declared: E): E => declared;

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;

/** A handler receives it, after validation. */
export type Received<E extends Endpoint> = {
  params: Output<E['params']>;
  query: Output<E['query']>;
  headers: Output<E['headers']>;
  body: Output<E['body']>;
};

/** A caller sends it; keys of what the endpoint does not take are absent. */
export type Sent<E extends Endpoint> = (E['params'] extends z.ZodType ? { params: Input<E['params']> } : object) &
  (E['query'] extends z.ZodType ? { query?: Input<E['query']> } : object) &
  (E['body'] extends z.ZodType ? { body: Input<E['body']> } : object);

export type Answer<E extends Endpoint> = Output<E['response']>;
/** A handler returns it, before the response schema. */
export type Answered<E extends Endpoint> = Input<E['response']>;

/** The address of a call: parameters encoded, undefined query values left out. */
export function addressOf(
  e: Endpoint,
  params: Record<string, string> = {},
  query: Record<string, unknown> = {},
): string {
  const path = e.path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(pairs.map(([key, value]): [string, string] => [key, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}
