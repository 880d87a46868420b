import type { Fault } from './fault.ts'

/** Faults of communities: their people, their seasons, and how people come and go. */
export const faults: readonly Fault[] = [
  {
    name: 'Anyone can delete what the members of a deleted community have in it',
    file: 'worker/teams/members.ts',
    find: 'WHERE ${inDeletedTeam.teamId} = ${teamId} AND',
    replace: 'WHERE 0 AND',
    caughtBy: { part: 'worker', tests: ['tests/teams/deleting.test.ts'] },
  },
  {
    name: 'An owner leaves, and the community has no owner',
    file: 'worker/teams/change-members.ts',
    find: "and(isMemberRow(teamId, userId), ne(teamMembers.role, 'owner')),",
    replace: 'isMemberRow(teamId, userId),',
    caughtBy: { part: 'worker', tests: ['tests/teams/members.test.ts', 'tests/teams/races.test.ts'] },
  },
  {
    name: 'A deleted community is still found by its name',
    file: 'worker/teams/delete-team.ts',
    find: 'unindexTeam(indexed, isDeleted)',
    replace: 'unindexTeam(indexed, sql`0`)',
    caughtBy: { part: 'worker', tests: ['tests/teams/deleting.test.ts'] },
  },
  {
    name: 'An organizer can take the role of another organizer',
    file: 'domain/teams/rules.ts',
    find: "organizer: grantedRoles.filter((role) => role !== 'organizer'),",
    replace: 'organizer: grantedRoles,',
    caughtBy: { part: 'worker', tests: ['tests/teams/rules.test.ts', 'tests/teams/members.test.ts'] },
  },
  {
    name: 'A community can be taken over after the offer has ended',
    file: 'worker/teams/hand-over-offers.ts',
    find: '\n    AND ${teamHandOvers.expiresAt} > ${now} AND',
    replace: '\n    AND',
    caughtBy: { part: 'worker', tests: ['tests/attacks/hand-over.test.ts'] },
  },
  {
    name: 'A person who was removed joins an open community again at once',
    file: 'worker/team-joining/join.ts',
    find: 'AND NOT ${isKeptOut(teamId, userId, now)}',
    replace: '',
    caughtBy: { part: 'worker', tests: ['tests/team-joining/joining.test.ts'] },
  },
  {
    name: 'An invitation by link works once too often',
    file: 'worker/team-joining/conditions.ts',
    find: '${i.uses} < ${i.maxUses}',
    replace: '${i.uses} <= ${i.maxUses}',
    caughtBy: { part: 'worker', tests: ['tests/team-joining/joining.test.ts', 'tests/attacks/team-ids.test.ts'] },
  },
  {
    name: 'An invitation works for people other than the one it is for',
    file: 'worker/team-joining/conditions.ts',
    find: 'AND (${i.userId} IS NULL OR ${i.userId} = ${userId})',
    replace: '',
    caughtBy: { part: 'worker', tests: ['tests/attacks/team-ids.test.ts'] },
  },
  {
    name: 'The last place of a group is given to two people',
    file: 'worker/seasons/register.ts',
    find: 'WHERE ${isGroup} AND NOT ${isFull})',
    replace: 'WHERE ${isGroup})',
    caughtBy: { part: 'worker', tests: ['tests/seasons/matches.test.ts'] },
  },
  {
    name: 'A result can have a score below zero',
    file: 'domain/seasons/results-contract.ts',
    find: "  v.minValue(0, 'A score cannot be below 0.'),\n",
    replace: '',
    caughtBy: { part: 'worker', tests: ['tests/seasons/matches.test.ts'] },
  },
  {
    name: 'An import that starts over adds everybody again',
    file: 'worker/roster/import-rows.ts',
    find: "await deriveId('roster-import', teamId, importId, String(row.row))",
    replace: 'crypto.randomUUID()',
    caughtBy: { part: 'worker', tests: ['tests/roster/import.test.ts'] },
  },
  {
    name: 'The exported list of people has the names of children',
    file: 'worker/roster/export-roster.ts',
    find: ', isNull(communityGuests.guardianId), mayExport',
    replace: ', mayExport',
    caughtBy: { part: 'worker', tests: ['tests/roster/roster.test.ts', 'tests/attacks/team-ids.test.ts'] },
  },
]
