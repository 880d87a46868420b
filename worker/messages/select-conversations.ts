import { type Column, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Conversation } from '../../domain/messages/contract.ts'
import { unpackLast } from '../../domain/messages/files-summary.ts'
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

/** A new group is listed before anybody has written. */
const lastAt = sql`coalesce(${c.lastAt}, ${c.createdAt})`
const isStarted = sql`(${c.lastSeq} > 0 OR ${c.createdAt} IS NOT NULL)`
/** Most people have blocked nobody and removed nothing. Then nothing is looked up for each conversation. */
const isAny = (few: SQL): SQL => sql`(SELECT count(*) FROM ${few}) > 0`
const isIn = (id: Column | SQL, few: SQL): SQL => sql`coalesce(${isAny(few)} AND ${id} IN (SELECT id FROM ${few}), 0)`
/** In a query that starts with `withFew`: the viewer has removed the conversation; there is a block between the viewer and this person. */
const isRemoved = isIn(c.id, sql`removed`)
const hasBlock = (personId: Column | SQL): SQL => isIn(personId, sql`hidden`)

export const lists = {
  isShown: sql`${isStarted} AND NOT ${isRemoved}`,
  isRemoved: sql`${isStarted} AND ${isRemoved}`,
  /** Some message mentions the viewer that they may not have read. */
  isMentioned: (viewerId: string): SQL => sql`${isStarted} AND NOT ${isRemoved} AND ${c.id} IN (
    SELECT ${latest.conversationId} FROM ${conversationMembers} ${latest}
    WHERE ${latest.userId} = ${viewerId} AND ${latest.mentionedSeq} > ${latest.readSeq})`,
  isAfter: ([at, id]: readonly [number, string]): SQL => sql`(${lastAt}, ${c.id}) < (${at}, ${id})`,
}

const isLatest = (viewerId: string, max: number): SQL => sql`${m.conversationId} IN (
  SELECT ${latest.conversationId} FROM ${conversationMembers} ${latest} WHERE ${latest.userId} = ${viewerId} ORDER BY ${latest}.rowid DESC LIMIT ${max})`

type Keys = {
  id: SQL | Column
  kind: SQL | Column
  otherId?: Column
  teamId?: Column
  topicId?: SQL | Column
  eventId?: Column
  /** How many messages the conversation had when the viewer joined the community. */
  messagesBefore?: SQL | Column
  /** The viewer as a person of the conversation, if that is how it was found. Otherwise it is looked up for what is shown. */
  member?: typeof m
}

/** What a list needs to choose, order and count conversations. It comes from few rows, because many are looked at and few are shown. */
const selectKeys = ({ id, kind, member, ...keys }: Keys): SQL => sql`
  SELECT ${id} AS id, ${kind} AS kind, ${c.name} AS "groupName", coalesce(${c.lastSeq}, 0) AS "lastSeq", ${lastAt} AS "lastAt",
    ${c.lastAuthorId} AS "lastAuthorId", ${c.lastText} AS "lastText", ${keys.otherId ?? nothing} AS "otherId", ${keys.teamId ?? nothing} AS "teamId",
    ${keys.topicId ?? nothing} AS "topicId", ${keys.eventId ?? nothing} AS "eventId", ${keys.messagesBefore ?? nothing} AS "messagesBefore",
    ${member ? nothing : id} AS "idToLookUp", ${member?.readSeq ?? nothing} AS "readSeq", ${member?.mentionedSeq ?? nothing} AS "mentionedSeq",
    ${member?.isHidden ?? nothing} AS "isHidden", ${member?.isRequest ?? nothing} AS "isRequest", ${member?.mutedUntil ?? nothing} AS "mutedUntil"`
const nothing = sql`NULL`

/** The viewer's conversations with people, and their groups. Only this index leaves out those of communities and games. */
const selectOwn = (viewerId: string, where: SQL): SQL => sql`
  ${selectKeys({ id: c.id, kind: c.kind, otherId: m.otherId, member: m })}
  FROM ${conversationMembers} ${m} INDEXED BY conversation_members_to_list CROSS JOIN ${conversations} ${c} ON ${c.id} = ${m.conversationId}
  WHERE ${m.userId} = ${viewerId} AND (${m.otherId} IS NOT NULL OR ${m.role} IS NOT NULL) AND NOT ${hasBlock(m.otherId)} AND ${where}`

/** The ids of the topics of a community that the viewer has not turned off, as JSON, and a null for the community itself. Empty without topics. */
const listTopics = (viewerId: string): SQL => sql`(
  SELECT iif(count(*) = 0, '[]', json_insert(json_group_array(${topicsOfTeams.id}), '$[#]', NULL)) FROM ${topicsOfTeams}
  WHERE ${topicsOfTeams.teamId} = ${communityMembers.teamId} AND ${followsTopic(topicsOfTeams.id, viewerId)})`

/**
 * The conversations of the viewer's communities and of those of their topics that the viewer has not turned off, if somebody has written in
 * them. It reads each community once, and most have no topics. A deleted community has no members.
 */
const selectStartedOfTeams = (viewerId: string, where: SQL): SQL => sql`
  ${selectKeys({
    ...{ id: c.id, kind: c.kind, teamId: communityMembers.teamId, topicId: sql`topic.value` },
    messagesBefore: sql`iif(topic.value IS NULL, ${communityMembers.messagesBefore}, NULL)`,
  })}
  FROM ${communityMembers} LEFT JOIN json_each(${listTopics(viewerId)}) topic
  CROSS JOIN ${conversations} ${c} ON ${c.id} = iif(topic.value IS NULL, 'team_' || ${communityMembers.teamId}, 'topic_' || topic.value)
  WHERE ${communityMembers.userId} = ${viewerId} AND ${where}`

/** The conversation of a community of the viewer, also if nobody has written in it. */
const selectTeam = (viewerId: string, teamId: string): SQL => sql`
  ${selectKeys({
    ...{ id: sql`'team_' || ${communityMembers.teamId}`, kind: sql`'team'` },
    ...{ teamId: communityMembers.teamId, messagesBefore: communityMembers.messagesBefore },
  })}
  FROM ${communityMembers} LEFT JOIN ${conversations} ${c} ON ${c.id} = 'team_' || ${communityMembers.teamId}
  WHERE ${communityMembers.userId} = ${viewerId} AND ${communityMembers.teamId} = ${teamId}`

/** The same for a topic that the viewer has not turned off. */
const selectTopic = (viewerId: string, topicId: string): SQL => sql`
  ${selectKeys({
    ...{ id: sql`'topic_' || ${topicsOfTeams.id}`, kind: sql`'topic'`, teamId: communityMembers.teamId, topicId: topicsOfTeams.id },
  })}
  FROM ${communityMembers} CROSS JOIN ${topicsOfTeams} ON ${topicsOfTeams.teamId} = ${communityMembers.teamId}
  LEFT JOIN ${conversations} ${c} ON ${c.id} = 'topic_' || ${topicsOfTeams.id}
  WHERE ${communityMembers.userId} = ${viewerId} AND ${topicsOfTeams.id} = ${topicId} AND ${followsTopic(topicsOfTeams.id, viewerId)}`

/** The conversations of games. `ids` selects the `id` of each game that the viewer is in. */
const selectGames = (ids: SQL, where: SQL): SQL => sql`
  ${selectKeys({ id: sql`'event_' || ${game.id}`, kind: sql`'event'`, eventId: game.id })}
  FROM (${ids}) mine LEFT JOIN ${conversations} ${c} ON ${c.id} = 'event_' || mine.id
  CROSS JOIN ${games} ${game} ON ${game.id} = mine.id
  WHERE ${game.state} <> 'draft' AND ${where}`

/**
 * The viewer's conversations of every kind for which `where` is true; it must leave out those in which nobody has written. `maxOwn` limits the direct ones and the groups that are looked at.
 */
export const selectAll = (viewerId: string, where: SQL, { now, maxOwn }: { now: number; maxOwn?: number }): SQL => sql`
  ${selectOwn(viewerId, maxOwn === undefined ? where : sql`${where} AND ${isLatest(viewerId, maxOwn)}`)}
  UNION ALL ${selectStartedOfTeams(viewerId, where)}
  UNION ALL ${selectGames(selectGamesOf(viewerId, now - gameListDuration), where)}`

/** One conversation of the viewer, also if nobody has written in it. */
export function selectOne(viewerId: string, conversationId: string): SQL {
  const { kind, subject } = parseConversationId(conversationId)
  switch (kind) {
    case 'direct':
    case 'group':
      return selectOwn(viewerId, sql`${m.conversationId} = ${conversationId}`)
    case 'team':
      return selectTeam(viewerId, subject)
    case 'topic':
      return selectTopic(viewerId, subject)
    case 'event':
      return selectGames(sql`SELECT ${subject} AS id WHERE ${isInGame(subject, viewerId)}`, sql`1`)
  }
}

/** What the viewer has read, and how they want to hear of it. */
const own = {
  readSeq: sql`max(coalesce(k."readSeq", ${m.readSeq}, 0), coalesce(k."messagesBefore", 0))`,
  mentionedSeq: sql`coalesce(k."mentionedSeq", ${m.mentionedSeq}, 0)`,
  isHidden: sql`coalesce(k."isHidden", ${m.isHidden}, 0)`,
  isRequest: sql`coalesce(k."isRequest", ${m.isRequest}, 0)`,
  mutedUntil: sql`coalesce(k."mutedUntil", ${m.mutedUntil})`,
}

/** Messages of people with a block are not unread. The database knows their latest ones. */
const countHidden = sql`(SELECT count(*) FROM hidden CROSS JOIN ${conversationMembers} ${author} ON ${author.conversationId} = k.id AND ${author.userId} = hidden.id
  CROSS JOIN json_each(${author.recentSeqs}) recent WHERE recent.value > ${own.readSeq})`
const unread = sql`iif(k."lastSeq" > ${own.readSeq}, k."lastSeq" - ${own.readSeq} - iif(${isAny(sql`hidden`)}, ${countHidden}, 0), 0)`

/** The last message that mentions the viewer, if they have not read it and it is not of somebody with a block. */
const isMentionHidden = sql`EXISTS (SELECT 1 FROM hidden CROSS JOIN ${conversationMembers} ${author} ON ${author.conversationId} = k.id AND ${author.userId} = hidden.id
  CROSS JOIN json_each(${author.recentSeqs}) recent WHERE recent.value = ${own.mentionedSeq})`
const unreadMention = sql`iif(${own.mentionedSeq} > ${own.readSeq} AND NOT (${isAny(sql`hidden`)} AND ${isMentionHidden}), ${own.mentionedSeq}, NULL)`

/** The people with a block between them and the viewer, and the conversations that the viewer has removed. */
const withFew = (viewerId: string): SQL => sql`WITH hidden AS MATERIALIZED (${selectPeopleWithBlock(viewerId)}),
  removed AS MATERIALIZED (SELECT ${latest.conversationId} AS id FROM ${conversationMembers} ${latest}
    WHERE ${latest.userId} = ${viewerId} AND ${latest.isHidden} = 1)`
/** The conversations that `keys` selects, with what the viewer has read of them. */
const fromKeys = (viewerId: string, keys: SQL): SQL => sql`FROM (${keys}) k
  LEFT JOIN ${conversationMembers} ${m} ON ${m.conversationId} = k."idToLookUp" AND ${m.userId} = ${viewerId}`

export const conversationColumns = {
  id: asText,
  kind: conversations.kind,
  lastSeq: asNumber,
  lastAt: orNull(asNumber),
  lastAuthorId: orNull(asText),
  lastText: orNull(asText),
  unread: asNumber,
  mentionedSeq: orNull(asNumber),
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

/** The conversations that `keys` selects, as lists show them. What somebody with a block wrote last is left out. */
export const selectRows = (viewerId: string, keys: SQL) =>
  select(
    conversationColumns,
    sql`${withFew(viewerId)}
    SELECT k.id AS id, k.kind AS kind, k."lastSeq", k."lastAt",
      iif(${hasBlock(sql`k."lastAuthorId"`)}, NULL, k."lastAuthorId") AS "lastAuthorId", iif(${hasBlock(sql`k."lastAuthorId"`)}, NULL, k."lastText") AS "lastText",
      ${unread} AS unread, ${unreadMention} AS "mentionedSeq", ${own.isHidden} AS "isHidden", ${own.isRequest} AS "isRequest", ${own.mutedUntil} AS "mutedUntil",
      CASE k.kind WHEN 'direct' THEN ${other.displayName} WHEN 'group' THEN k."groupName" WHEN 'team' THEN ${communities.name}
        WHEN 'topic' THEN ${topicsOfTeams.name} ELSE ${game.title} END AS name,
      coalesce(${other.photoKey}, ${communities.photoKey}, ${game.pictureKey}) AS "photoKey",
      k."otherId", ${other.deletedAt} IS NOT NULL AS "isDeleted", k."teamId", ${communities.name} AS "teamName",
      k."eventId", ${game.startsAt} AS "startsAt", ${game.timeZone} AS "timeZone"
    ${fromKeys(viewerId, keys)}
    LEFT JOIN ${people} ${other} ON ${other.id} = k."otherId" LEFT JOIN ${communities} ON ${communities.id} = k."teamId"
    LEFT JOIN ${topicsOfTeams} ON ${topicsOfTeams.id} = k."topicId" LEFT JOIN ${games} ${game} ON ${game.id} = k."eventId"
    ORDER BY k."lastAt" DESC, k.id DESC`,
  )

/** Counts the conversations that `keys` selects and that have something unread, up to `max`. Muted conversations do not count. */
export const selectCounts = (viewerId: string, keys: SQL, { now, max }: { now: number; max: number }) =>
  select(
    { unread: asNumber, requests: asNumber },
    sql`${withFew(viewerId)}
    SELECT coalesce(sum(NOT "isRequest"), 0) AS unread, coalesce(sum("isRequest"), 0) AS requests FROM (
      SELECT ${own.isRequest} AS "isRequest" ${fromKeys(viewerId, keys)}
      WHERE ${unread} > 0 AND coalesce(${own.mutedUntil}, 0) <= ${now} LIMIT ${max})`,
  )

function toLast(stored: string | null): Pick<NonNullable<Conversation['last']>, 'text' | 'files'> {
  const { text, files } = unpackLast(stored)
  return { text, ...(files && { files }) }
}

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
        : { seq: row.lastSeq, at: row.lastAt, authorId: row.lastAuthorId ?? '', ...toLast(row.lastText) },
    unread: row.isHidden ? 0 : row.unread,
    mentionedSeq: row.isHidden ? null : row.mentionedSeq,
  }
}
