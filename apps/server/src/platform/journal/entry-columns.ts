/** The columns of `journal_entries as e` that the hash of an entry covers, and the hash. */
export const entryColumns = [
  'e.safe_id as safeId',
  'e.seq',
  'e.entry_id as entryId',
  'e.at',
  'e.actor_kind as actorKind',
  'e.actor_id as actorId',
  'e.action',
  'e.object_id as objectId',
  'e.result',
  'e.detail_hash as detailHash',
  'e.prev_hash as prevHash',
  'e.hash',
] as const;
