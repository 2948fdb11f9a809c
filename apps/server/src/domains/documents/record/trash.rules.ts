const dayMs = 86_400_000;
const keptDays = 30;

/** Documents deleted at that instant or before are no longer in the trash: they wait to be destroyed. */
export const trashLimit = (now: Date): Date => new Date(now.getTime() - keptDays * dayMs);

/** The date of documents that leave the trash now, to be destroyed: a machine whose clock is behind sees none of them. */
export const leftTrashAt = (now: Date): Date => new Date(trashLimit(now).getTime() - dayMs);

/** Days until it is destroyed: 30 when it was just deleted, 1 on the last of them. */
export const remainingDays = (trashedAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((trashedAt.getTime() - trashLimit(now).getTime()) / dayMs));

export const isInTrash = (trashedAt: Date | null, now: Date): trashedAt is Date =>
  trashedAt !== null && trashedAt > trashLimit(now);

/** Kept, or still in the trash. */
export const isThere = (trashedAt: Date | null, now: Date): boolean => trashedAt === null || isInTrash(trashedAt, now);
