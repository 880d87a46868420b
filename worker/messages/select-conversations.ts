import { type Column, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Conversation } from '../../domain/messages/contract.ts'
import { parseConversationId } from '../../domain/messages/rules.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { day } from '../../domain/time/spans.ts'
import { people } from '../accounts/shared.ts'
import { isInGame, selectGamesOf } from '../events/in-game.ts'
import { game, games } from '../events/shared.ts'
import { followsTopic } from '../notifications/topic-subscription.ts'
import { asBoolean, asNumber, asText, orNull, type RowOf, select } from '../platform/row-query.ts'
import { selectPeopleWithBlock } from '../privacy/reach.ts'
import { topicsOfTeams } from '../team-topics/shared.ts'
import { communities, communityMembers } from '../teams/shared.ts'
import { conversationMembers, conversations } from './schema.ts'

const c = alias(conversations, 'c')
const m = alias(conversationMembers, 'm')
const author = alias(conversationMembers, 'author')
const latest = alias(conversationMembers, 'latest')
const other = alias(people, 'other')

/** Lists show the conversation of a game until so long after its start. The page of the game leads to it later too. */
const gameListDuration = 30 * day

/** In a query that starts with `withHidden`: whether there is a block between the viewer and this person. */
const hasBlock = (personId: Column): SQL => sql`${personId} IN (SELECT id FROM hidden)`
export const withHidden = (viewerId: string): SQL => sql`WITH hidden AS MATERIALIZED (${selectPeopleWithBlock(viewerId)})`

const readSeq = sql`coalesce(${m.readSeq}, 0)`
const readSeqInTeam = sql`max(${readSeq}, ${communityMembers.messagesBefore})`

/** Messages of people with a block are not unread. The database knows their latest ones. */
const countUnread = (since: SQL): SQL => sql`iif(${c.lastSeq} > ${since}, ${c.lastSeq} - ${since} - (
  SELECT count(*) FROM hidden CROSS JOIN ${conversationMembers} ${author} ON ${author.conversationId} = ${c.id} AND ${author.userId} = hidden.id
  CROSS JOIN json_each(${author.recentSeqs}) recent WHERE recent.value > ${since}), 0)`

/** A new group is listed before anybody has written. */
const lastAt = sql`coalesce(${c.lastAt}, ${c.createdAt})`
const isStarted = sql`(${c.lastSeq} > 0 OR ${c.createdAt} IS NOT NULL)`

export const lists = {
  isShown: sql`${isStarted} AND coalesce(${m.isHidden}, 0) = 0`,
  isRemoved: sql`${isStarted} AND coalesce(${m.isHidden}, 0) = 1`,
  isAfter: ([at, id]: readonly [number, string]): SQL => sql`(${lastAt}, ${c.id}) < (${at}, ${id})`,
}

const isLatest = (viewerId: string, max: number): SQL => sql`${m.conversationId} IN (
  SELECT ${latest.conversationId} FROM ${conversationMembers} ${latest} WHERE ${latest.userId} = ${viewerId} ORDER BY ${latest}.rowid DESC LIMIT ${max})`

const columns = {
  id: asText,
  kind: conversations.kind,
  lastSeq: asNumber,
  lastAt: orNull(asNumber),
  lastAuthorId: orNull(asText),
  lastText: orNull(asText),
  unread: asNumber,
  isHidden: asBoolean,
  isRequest: asBoolean,
  mutedUntil: orNull(asNumber),
  name: orNull(asText),
  photoKey: orNull(asText),
  otherId: orNull(asText),
  isDeleted: asBoolean,
  teamId: orNull(asText),
  teamName: orNull(asText),
  eventId: orNull(asText),
  startsAt: orNull(asNumber),
  timeZone: orNull(asText),
}

type Part = { id: SQL | Column; kind: SQL | Column; unread: SQL; name: SQL | Column; photoKey: SQL | Column; about: SQL }

/** What somebody with a block wrote last is left out. `about` has the columns from `otherId` on. */
const selectColumns = ({ id, kind, unread, name, photoKey, about }: Part): SQL => sql`
  SELECT ${id} AS id, ${kind} AS kind, coalesce(${c.lastSeq}, 0) AS lastSeq, ${lastAt} AS lastAt,
    iif(${hasBlock(c.lastAuthorId)}, NULL, ${c.lastAuthorId}) AS lastAuthorId, iif(${hasBlock(c.lastAuthorId)}, NULL, ${c.lastText}) AS lastText,
    ${unread} AS unread, coalesce(${m.isHidden}, 0) AS isHidden, coalesce(${m.isRequest}, 0) AS isRequest,
    ${m.mutedUntil} AS mutedUntil, ${name} AS name, ${photoKey} AS photoKey, ${about}`

const ofTeam = sql`NULL AS otherId, 0 AS isDeleted, ${communities.id} AS teamId, ${communities.name} AS teamName,
  NULL AS eventId, NULL AS startsAt, NULL AS timeZone`

/** The viewer's conversations with people, and their groups. */
const selectOwn = (viewerId: string, where: SQL): SQL => sql`
  ${selectColumns({
    ...{ id: c.id, kind: c.kind, name: sql`iif(${m.role} IS NULL, ${other.displayName}, ${c.name})`, photoKey: other.photoKey },
    unread: countUnread(readSeq),
    about: sql`${m.otherId} AS otherId, ${other.deletedAt} IS NOT NULL AS isDeleted, NULL AS teamId, NULL AS teamName,
      NULL AS eventId, NULL AS startsAt, NULL AS timeZone`,
  })}
  FROM ${conversationMembers} ${m} CROSS JOIN ${conversations} ${c} ON ${c.id} = ${m.conversationId}
  LEFT JOIN ${people} ${other} ON ${other.id} = ${m.otherId}
  WHERE ${m.userId} = ${viewerId} AND (${m.role} IS NOT NULL OR (${m.otherId} IS NOT NULL AND NOT ${hasBlock(m.otherId)})) AND ${where}`

/** The conversations of the viewer's communities, also those in which nobody has written. */
const selectTeams = (viewerId: string, where: SQL): SQL => sql`
  ${selectColumns({
    ...{ id: sql`'team_' || ${communityMembers.teamId}`, kind: sql`'team'`, name: communities.name, photoKey: communities.photoKey },
    ...{ unread: countUnread(readSeqInTeam), about: ofTeam },
  })}
  FROM ${communityMembers} CROSS JOIN ${communities} ON ${communities.id} = ${communityMembers.teamId}
  LEFT JOIN ${conversations} ${c} ON ${c.id} = 'team_' || ${communityMembers.teamId}
  LEFT JOIN ${conversationMembers} ${m} ON ${m.conversationId} = ${c.id} AND ${m.userId} = ${viewerId}
  WHERE ${communityMembers.userId} = ${viewerId} AND ${communities.deletedAt} IS NULL AND ${where}`

/** The conversations of those topics of the viewer's communities that the viewer has not turned off. */
const selectTopics = (viewerId: string, where: SQL): SQL => sql`
  ${selectColumns({
    ...{ id: sql`'topic_' || ${topicsOfTeams.id}`, kind: sql`'topic'`, name: topicsOfTeams.name, photoKey: communities.photoKey },
    ...{ unread: countUnread(readSeq), about: ofTeam },
  })}
  FROM ${communityMembers} CROSS JOIN ${topicsOfTeams} ON ${topicsOfTeams.teamId} = ${communityMembers.teamId}
  LEFT JOIN ${conversations} ${c} ON ${c.id} = 'topic_' || ${topicsOfTeams.id}
  CROSS JOIN ${communities} ON ${communities.id} = ${communityMembers.teamId}
  LEFT JOIN ${conversationMembers} ${m} ON ${m.conversationId} = ${c.id} AND ${m.userId} = ${viewerId}
  WHERE ${communityMembers.userId} = ${viewerId} AND ${communities.deletedAt} IS NULL AND ${where} AND ${followsTopic(topicsOfTeams.id, viewerId)}`

/** The conversations of games. `ids` selects the `id` of each game that the viewer is in. */
const selectGames = (viewerId: string, ids: SQL, where: SQL): SQL => sql`
  ${selectColumns({
    ...{ id: sql`'event_' || ${game.id}`, kind: sql`'event'`, name: game.title, photoKey: game.pictureKey, unread: countUnread(readSeq) },
    about: sql`NULL AS otherId, 0 AS isDeleted, NULL AS teamId, NULL AS teamName,
      ${game.id} AS eventId, ${game.startsAt} AS startsAt, ${game.timeZone} AS timeZone`,
  })}
  FROM (${ids}) mine LEFT JOIN ${conversations} ${c} ON ${c.id} = 'event_' || mine.id
  CROSS JOIN ${games} ${game} ON ${game.id} = mine.id
  LEFT JOIN ${conversationMembers} ${m} ON ${m.conversationId} = ${c.id} AND ${m.userId} = ${viewerId}
  WHERE ${game.state} <> 'draft' AND ${where}`

/**
 * The viewer's conversations of every kind for which `where` is true. `maxOwn` limits the direct ones and the groups that are looked at.
 * Start the query with `withHidden`.
 */
export const selectAll = (viewerId: string, where: SQL, { now, maxOwn }: { now: number; maxOwn?: number }): SQL => sql`
  ${selectOwn(viewerId, maxOwn === undefined ? where : sql`${where} AND ${isLatest(viewerId, maxOwn)}`)}
  UNION ALL ${selectTeams(viewerId, where)} UNION ALL ${selectTopics(viewerId, where)}
  UNION ALL ${selectGames(viewerId, selectGamesOf(viewerId, now - gameListDuration), where)}`

/** One conversation of the viewer, also if nobody has written in it. */
export function selectOne(viewerId: string, conversationId: string): SQL {
  const { kind, subject } = parseConversationId(conversationId)
  switch (kind) {
    case 'direct':
    case 'group':
      return selectOwn(viewerId, sql`${m.conversationId} = ${conversationId}`)
    case 'team':
      return selectTeams(viewerId, sql`${communityMembers.teamId} = ${subject}`)
    case 'topic':
      return selectTopics(viewerId, sql`${topicsOfTeams.id} = ${subject}`)
    case 'event':
      return selectGames(viewerId, sql`SELECT ${subject} AS id WHERE ${isInGame(subject, viewerId)}`, sql`1`)
  }
}

export const selectRows = (viewerId: string, query: SQL) => select(columns, sql`${withHidden(viewerId)} ${query}`)

export function toConversation(row: RowOf<ReturnType<typeof selectRows>>): Conversation {
  const person = row.otherId === null ? null : makeFace(row.otherId, row.name, row.photoKey)
  const { id, kind, teamId, teamName, eventId, startsAt, timeZone, photoKey } = row
  return {
    id,
    kind,
    name: person?.name ?? row.name ?? '',
    photo: person === null && photoKey !== null ? photoUrl(photoKey, 480) : null,
    person: row.isDeleted ? null : person,
    team: teamId === null || teamName === null ? null : { id: teamId, name: teamName },
    event: eventId === null || startsAt === null || timeZone === null ? null : { id: eventId, startsAt, timeZone },
    blocked: row.isHidden,
    isRequest: row.isRequest,
    mutedUntil: row.mutedUntil,
    last:
      row.lastSeq === 0 || row.lastAt === null
        ? null
        : { seq: row.lastSeq, at: row.lastAt, authorId: row.lastAuthorId ?? '', text: row.lastText },
    unread: row.isHidden ? 0 : row.unread,
  }
}
