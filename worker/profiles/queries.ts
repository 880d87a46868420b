import { sql } from 'drizzle-orm'
import type { City } from '../../domain/cities/contract.ts'
import type { EndorsementKind } from '../../domain/endorsements/contract.ts'
import { mayReach } from '../../domain/privacy/may-reach.ts'
import { earnedBadges } from '../../domain/profiles/badges.ts'
import type { Gender, JoinReason, OwnProfile, PlayedActivity, Pronoun } from '../../domain/profiles/contract.ts'
import { pictureUrl } from '../../domain/profiles/pictures.ts'
import type { PublicProfile } from '../../domain/profiles/public-contract.ts'
import { nameToShow } from '../accounts/shown-name.ts'
import { selectConnection, selectFollow } from '../connections/queries.ts'
import { selectEndorsementTotals } from '../endorsements/queries.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { personNotFound, readBetween, selectBetween } from '../privacy/reach.ts'
import { selectBlock } from '../privacy/select-block.ts'

type Row = {
  id: string
  email: string
  emailVerified: number
  displayName: string | null
  photoKey: string | null
  createdAt: number
  hasProfile: number
  fullName: string | null
  bio: string | null
  cityId: number | null
  cityName: string | null
  cityState: City['state'] | null
  lat: number | null
  lng: number | null
  timeZone: string | null
  gender: Gender | null
  pronoun: Pronoun | null
  joinReason: JoinReason | null
  activities: string | null
  version: number | null
  played: number | null
  hosted: number | null
  kept: number | null
}

/** A person is a row in `users` and, once they have set it up, one in `profiles`. */
const selectPerson = (userId: string) => sql`
  SELECT u.id, u.email, u.email_verified_at IS NOT NULL AS emailVerified, u.display_name AS displayName, u.photo_key AS photoKey,
    u.created_at AS createdAt, p.user_id IS NOT NULL AS hasProfile, p.full_name AS fullName, p.bio, p.city_id AS cityId,
    p.city_name AS cityName, p.city_state AS cityState, p.lat, p.lng, p.time_zone AS timeZone, p.gender, p.pronoun,
    p.join_reason AS joinReason, p.activities, p.version, p.games_played AS played, p.games_hosted AS hosted, p.games_kept AS kept
  FROM users u LEFT JOIN profiles p ON p.user_id = u.id WHERE u.id = ${userId} AND u.deleted_at IS NULL`

const readActivities = (text: string | null): PlayedActivity[] => (text === null ? [] : JSON.parse(text))

function readCity({ cityId, cityName, cityState, lat, lng, timeZone }: Row): City | null {
  if (cityId === null || cityName === null || cityState === null || lat === null || lng === null || timeZone === null) return null
  return { id: cityId, name: cityName, state: cityState, lat, lng, timeZone }
}

export async function findOwnProfile(db: Database, userId: string): Promise<OwnProfile> {
  const [found] = await runBatch<Row>(db, [selectPerson(userId)])
  const row = found?.results[0]
  if (!row) throw personNotFound()
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.emailVerified === 1,
    displayNameFallback: nameToShow({ ...row, displayName: null }),
    displayName: row.displayName,
    pictureUrl: pictureUrl(row.photoKey, 640),
    hasAdditionalInfo: row.hasProfile === 1,
    fullName: row.fullName,
    bio: row.bio ?? '',
    defaultCity: readCity(row),
    gender: row.gender,
    pronoun: row.pronoun ?? 'Unspecified',
    joinReason: row.joinReason,
    sportAvailability: readActivities(row.activities),
    version: row.version ?? 0,
    createdAt: row.createdAt,
  }
}

/** One round trip, and a few rows whoever it is: what is counted is counted when it changes. */
export async function findPublicProfile(db: Database, viewerId: string, userId: string): Promise<PublicProfile> {
  const [facts, person, block, connection, follow, totals] = await runBatch(db, [
    selectBetween(viewerId, userId),
    selectPerson(userId),
    selectBlock(viewerId, userId),
    selectConnection(viewerId, userId),
    selectFollow(viewerId, userId),
    selectEndorsementTotals(viewerId, userId),
  ])
  const between = readBetween(viewerId, userId, facts)
  const row = person?.results[0] as Row | undefined
  if (!row || between.hasBlockedMe || row.displayName === null) throw personNotFound()
  const { blockId = null } = (block?.results[0] ?? {}) as { blockId?: string }
  if (between.isBlockedByMe && blockId === null) throw personNotFound()
  const stranger: PublicProfile = {
    id: row.id,
    displayName: row.displayName,
    pictureUrl: pictureUrl(row.photoKey, 640),
    isMe: between.isSelf,
    isBlockedByMe: between.isBlockedByMe,
    blockId,
    bio: '',
    city: null,
    pronoun: null,
    activities: [],
    badges: null,
    endorsements: [],
    mayEndorse: false,
    followers: 0,
    isFollowing: false,
    connection: null,
    showsOnlineStatus: false,
    showsUpcomingGames: false,
    memberSince: row.createdAt,
  }
  if (!mayReach(between, 'profile')) return stranger
  const counted = (totals?.results ?? []) as { kind: EndorsementKind | ''; count: number; isMine: number }[]
  const endorsers = counted.find(({ kind }) => kind === '')?.count ?? 0
  const { followers = 0, isFollowing = 0 } = (follow?.results[0] ?? {}) as { followers?: number; isFollowing?: number }
  const { state = null } = (connection?.results[0] ?? {}) as { state?: PublicProfile['connection'] }
  const city = readCity(row)
  return {
    ...stranger,
    bio: row.bio ?? '',
    city: city && { name: city.name, state: city.state },
    pronoun: row.pronoun === null || row.pronoun === 'Unspecified' || row.pronoun === 'None' ? null : row.pronoun,
    activities: readActivities(row.activities)
      .filter(({ isOn }) => isOn)
      .map(({ activity, level }) => ({ activity, level })),
    // One's own page is what others see of one.
    badges:
      mayReach(between, 'badges') && (!between.isSelf || between.switches.publicBadges)
        ? earnedBadges({ createdAt: row.createdAt, endorsers, played: row.played ?? 0, hosted: row.hosted ?? 0, kept: row.kept ?? 0 })
        : null,
    endorsements: counted
      .flatMap(({ kind, count, isMine }) => (kind !== '' && count > 0 ? [{ kind, count, isMine: isMine === 1 }] : []))
      // Not by the database, which reads every row once more to sort.
      .sort((a, b) => b.count - a.count || a.kind.localeCompare(b.kind)),
    mayEndorse: mayReach(between, 'endorse'),
    followers,
    isFollowing: isFollowing === 1,
    connection: state,
    showsOnlineStatus: mayReach(between, 'onlineStatus'),
    showsUpcomingGames: mayReach(between, 'upcomingGames'),
  }
}
