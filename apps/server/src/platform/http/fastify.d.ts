import 'fastify';
import '@fastify/cookie';
import type { EmployerActor, Guest, Newcomer, Origin, Owner } from './actors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    origin: Origin;
    actor: Guest | Owner | EmployerActor | Newcomer;
  }
}
