import 'fastify';
import type { EmployerActor, Guest, Newcomer, Owner } from './actors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Guest | Owner | EmployerActor | Newcomer;
  }
}
