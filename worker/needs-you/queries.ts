import { sql } from 'drizzle-orm'
import { maxOfEachKind as limit, type NeedsYou, type NeedsYouItem } from '../../domain/needs-you/contract.ts'
import { toFace } from '../accounts/faces.ts'
import { selectOwedDues } from '../dues/needs-you.ts'
import {
  selectCoHostInvitesTo,
  selectGamesToAnswer,
  selectSeatsHeldFor,
  selectTeamGamesToAnswer,
  selectTransfersTo,
} from '../events/needs-you.ts'
import { selectFailingTeams } from '../external-teams/needs-you.ts'
import { selectUnreadMentions } from '../messages/needs-you.ts'
import { selectOpenPolls } from '../messages/open-polls.ts'
import { toConversation } from '../messages/select-conversations.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { selectDisputedResults, selectUnconfirmedResults } from '../seasons/needs-you.ts'
import { isSeasonGame } from '../seasons/shared.ts'
import { selectInvitationsTo, selectRequestsFor } from '../team-joining/needs-you.ts'
import { selectHandOversTo } from '../teams/needs-you.ts'

const toGame = ({ gameId, title, startsAt, timeZone }: { gameId: string; title: string; startsAt: number; timeZone: string }) => ({
  id: gameId,
  title,
  startsAt,
  timeZone,
})
const toTeam = ({ teamId, teamName }: { teamId: string; teamName: string }) => ({ id: teamId, name: teamName })
type SeasonCount = { teamId: string; teamName: string; seasonId: string; label: string; count: number }
const toSeasonCount = ({ seasonId, label, count, ...team }: SeasonCount) => ({ team: toTeam(team), season: { id: seasonId, label }, count })

/** Everything that waits for a person, in one round trip. What ends by itself comes first. */
export async function listNeedsYou(db: Database, userId: string, now: number): Promise<NeedsYou> {
  const asked = { now, limit }
  const { seats, transfers, handOvers, coHosts, invitations, answers, requests, results, unconfirmed, owed, calendars } = await runBatch(
    db,
    {
      seats: selectSeatsHeldFor(userId, asked),
      transfers: selectTransfersTo(userId, asked),
      handOvers: selectHandOversTo(userId, asked),
      coHosts: selectCoHostInvitesTo(userId, asked),
      invitations: selectInvitationsTo(userId, asked),
      answers: selectGamesToAnswer(userId, { ...asked, isWanted: isSeasonGame }),
      requests: selectRequestsFor(userId, limit),
      results: selectDisputedResults(userId, asked),
      unconfirmed: selectUnconfirmedResults(userId, asked),
      owed: selectOwedDues(userId, limit),
      calendars: selectFailingTeams(userId, limit),
    },
  )
  const items: NeedsYouItem[] = [
    ...seats.rows.map(({ expiresAt, ...row }) =>
      expiresAt === null ? { kind: 'paying' as const, game: toGame(row) } : { kind: 'seat' as const, game: toGame(row), expiresAt },
    ),
    ...transfers.rows.map((row) => ({ kind: 'transfer' as const, game: toGame(row), person: toFace(row), expiresAt: row.expiresAt })),
    ...handOvers.rows.map((row) => ({ kind: 'handOver' as const, team: toTeam(row), person: toFace(row), expiresAt: row.expiresAt })),
    ...coHosts.rows.map((row) => ({ kind: 'coHost' as const, game: toGame(row), person: toFace(row), expiresAt: row.expiresAt })),
    ...invitations.rows.map((row) => ({ kind: 'invitation' as const, team: toTeam(row), person: toFace(row) })),
    ...answers.rows.map((row) => ({ kind: 'answer' as const, game: toGame(row) })),
    ...owed.rows.map(({ dueId, title, amount, currency, dueOn, ...team }) => ({
      ...{ kind: 'dues' as const, team: toTeam(team), due: { id: dueId, title, amount, currency, dueOn } },
    })),
    ...requests.rows.map((row) => ({ kind: 'requests' as const, team: toTeam(row), count: row.count })),
    ...results.rows.map((row) => ({ kind: 'results' as const, ...toSeasonCount(row) })),
    ...unconfirmed.rows.map((row) => ({ kind: 'unconfirmed' as const, ...toSeasonCount(row) })),
    ...calendars.rows.map((team) => ({ kind: 'calendar' as const, team })),
  ]
  return { items }
}

type ConversationRow = Parameters<typeof toConversation>[0]
const toName = (row: ConversationRow) => {
  const { id, kind, name, team, event } = toConversation(row)
  return { id, kind, name, team, event }
}

/** What waits for a person in their conversations: polls and games that they have not answered, and mentions they have not read. One round trip. */
export async function listNeedsYouInMessages(db: Database, userId: string, now: number): Promise<NeedsYou> {
  const asked = { now, limit }
  const { mentions, polls, invited, ofTeams } = await runBatch(db, {
    mentions: selectUnreadMentions(userId, asked),
    polls: selectOpenPolls(userId, asked),
    invited: selectGamesToAnswer(userId, { ...asked, isWanted: () => sql`1` }),
    ofTeams: selectTeamGamesToAnswer(userId, asked),
  })
  const games = new Map([...invited.rows, ...ofTeams.rows].map((row) => [row.gameId, row]))
  const answers = [...games.values()].sort((a, b) => a.startsAt - b.startsAt).slice(0, limit)
  const items: NeedsYouItem[] = [
    ...mentions.rows.flatMap((row): NeedsYouItem[] =>
      row.mentionedSeq === null ? [] : [{ kind: 'mention', conversation: toName(row), seq: row.mentionedSeq }],
    ),
    ...polls.rows.map((row) => ({ kind: 'poll' as const, conversation: toName(row), seq: row.pollSeq, closesAt: row.closesAt })),
    ...answers.map((row) => ({ kind: 'answer' as const, game: toGame(row) })),
  ]
  return { items }
}
