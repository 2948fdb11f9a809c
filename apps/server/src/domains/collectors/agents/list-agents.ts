import type { listAgents as listAgentsCall, Agent as PresentedAgent } from '@perenne/contract/collectors';
import type { Answered, Received } from '@perenne/contract/endpoint';
import { z } from 'zod';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Agent } from '../../../platform/collecting/collecting.ts';
import { openCursor, sealCursor } from '../../../platform/http/cursor.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readStatuses, type Statuses } from './agent-statuses.ts';
import { logoPath } from '../present-collector.ts';

type Query = Received<typeof listAgentsCall>['query'];

/** Without regard to case and accents. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The partners that this installation knows, by their name. */
export async function listAgents(
  platform: Platform,
  owner: Owner,
  { query, locale }: { query: Query; locale: Locale },
): Promise<Answered<typeof listAgentsCall>> {
  const { q, category, limit, cursor } = query;
  const found = platform.collecting.agents
    .filter((agent) => category === undefined || agent.category === category)
    .filter((agent) => q === undefined || folded(agent.name[locale]).includes(folded(q)))
    .toSorted((a, b) => a.name[locale].localeCompare(b.name[locale], locale));
  const scope = { list: `agents/${category ?? ''}/${q ?? ''}`, owner: owner.safeId };
  const after = cursor && openCursor(platform.secrets, scope, { cursor, position: z.string() });
  const at = after ? found.findIndex(({ id }) => id === after) + 1 : 0;
  const shown = found.slice(at, at + limit);
  const last = found.length > at + limit ? shown.at(-1) : undefined;
  const statuses = await readStatuses(platform, platform.db);
  return {
    items: shown.map((agent) => presentAgent(agent, statuses, locale)),
    nextCursor: last ? sealCursor(platform.secrets, scope, last.id) : null,
    total: found.length,
  };
}

function presentAgent(agent: Agent, statuses: Statuses, locale: Locale): PresentedAgent {
  const { status, since } = statuses.of(agent.id);
  return {
    ...{ id: agent.id, name: agent.name[locale], category: agent.category, logo: logoPath(agent.id) },
    ...(agent.website !== undefined && { website: agent.website }),
    ...{ status, statusSince: since.toISOString() },
    fields: agent.fields.map(({ name, type, label, help, required, secret, options }) => ({
      ...{ name, type, required, secret, label: label[locale] },
      ...(help && { help: help[locale] }),
      ...(options && { options: options.map(({ value, label }) => ({ value, label: label[locale] })) }),
    })),
  };
}

/** @throws {DomainError} AgentNotFound */
export function readLogo(platform: Platform, agentId: string): Buffer {
  const agent = platform.collecting.agents.find(({ id }) => id === agentId);
  if (!agent) throw new DomainError('AgentNotFound');
  return agent.logo;
}
