import { and, eq, isNull } from 'drizzle-orm'
import type { City } from '../../domain/cities/contract.ts'
import { mayEndorse } from '../../domain/endorsements/rules.ts'
import { asStranger, mayReach } from '../../domain/privacy/may-reach.ts'
import { listEarnedBadges } from '../../domain/profiles/badges.ts'
import type { OwnProfile, PlayedActivity } from '../../domain/profiles/contract.ts'
import { pictureUrl } from '../../domain/profiles/pictures.ts'
import { maxMutualShown, type PublicProfile } from '../../domain/profiles/public-contract.ts'
import { toFace } from '../accounts/faces.ts'
import { nameToShow } from '../accounts/name-to-show.ts'
import { people } from '../accounts/shared.ts'
import { selectConnectionRow, selectFollow, selectMutual } from '../connections/queries.ts'
import { selectEndorsementTotals } from '../endorsements/queries.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { personNotFound, selectRelationship } from '../privacy/reach.ts'
import { selectBlock } from '../privacy/select-block.ts'
import { profiles } from './schema.ts'

/** An account with its profile. The profile is null until the person has set it up. */
const selectPerson = (db: Database, userId: string) =>
  db
    .select({
      id: people.id,
      email: people.email,
      emailVerifiedAt: people.emailVerifiedAt,
      displayName: people.displayName,
      photoKey: people.photoKey,
      createdAt: people.createdAt,
      termsAcceptedAt: people.termsAcceptedAt,
      profile: {
        fullName: profiles.fullName,
        bio: profiles.bio,
        cityId: profiles.cityId,
        cityName: profiles.cityName,
        cityState: profiles.cityState,
        lat: profiles.lat,
        lng: profiles.lng,
        timeZone: profiles.timeZone,
        gender: profiles.gender,
        pronoun: profiles.pronoun,
        joinReason: profiles.joinReason,
        activities: profiles.activities,
        version: profiles.version,
        played: profiles.gamesPlayed,
        hosted: profiles.gamesHosted,
        attendedInARow: profiles.gamesKept,
      },
    })
    .from(people)
    .leftJoin(profiles, eq(profiles.userId, people.id))
    .where(and(eq(people.id, userId), isNull(people.deletedAt)))

/** What a form can ask of the profile of a person, for themselves only: the full name is private. */
export const selectProfileFacts = (db: Database, userId: string) =>
  db
    .select({
      email: people.email,
      displayName: people.displayName,
      fullName: profiles.fullName,
      cityId: profiles.cityId,
      activities: profiles.activities,
    })
    .from(people)
    .leftJoin(profiles, eq(profiles.userId, people.id))
    .where(and(eq(people.id, userId), isNull(people.deletedAt)))

type CityColumns = { cityId: number; cityName: string; cityState: City['state']; lat: number; lng: number; timeZone: string }

const toCity = ({ cityId, cityName, cityState, lat, lng, timeZone }: CityColumns): City => ({
  id: cityId,
  name: cityName,
  state: cityState,
  lat,
  lng,
  timeZone,
})

export async function findOwnProfile(db: Database, userId: string): Promise<OwnProfile> {
  const row = await readFirst(db, selectPerson(db, userId))
  if (!row) throw personNotFound()
  const { profile } = row
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.emailVerifiedAt !== null,
    displayNameFallback: nameToShow({ ...row, displayName: null }),
    displayName: row.displayName,
    pictureUrl: pictureUrl(row.photoKey, 640),
    hasAcceptedTerms: row.termsAcceptedAt !== null,
    hasAdditionalInfo: profile !== null,
    fullName: profile?.fullName ?? null,
    bio: profile?.bio ?? '',
    defaultCity: profile && toCity(profile),
    gender: profile?.gender ?? null,
    pronoun: profile?.pronoun ?? 'Unspecified',
    joinReason: profile?.joinReason ?? null,
    sportAvailability: profile?.activities ?? [],
    version: profile?.version ?? 0,
    createdAt: row.createdAt,
  }
}

/** Where a person plays, and what. Undefined until their profile is complete. */
export async function findPlayer(db: Database, userId: string): Promise<{ city: City; activities: PlayedActivity[] } | undefined> {
  const { cityId, cityName, cityState, lat, lng, timeZone, activities } = profiles
  const columns = { cityId, cityName, cityState, lat, lng, timeZone, activities }
  const row = await readFirst(db, db.select(columns).from(profiles).where(eq(profiles.userId, userId)))
  return row && { city: toCity(row), activities: row.activities }
}

/** One round trip that reads only a few rows, even for people with many followers, because all counts are stored. */
export async function findPublicProfile(
  db: Database,
  { viewerId, userId, asOthers, now }: { viewerId: string; userId: string; asOthers: boolean; now: number },
): Promise<PublicProfile> {
  const found = await runBatch(db, {
    relationship: selectRelationship(viewerId, userId),
    person: selectPerson(db, userId),
    block: selectBlock(viewerId, userId),
    connection: selectConnectionRow(viewerId, userId),
    follow: selectFollow(viewerId, userId),
    totals: selectEndorsementTotals(viewerId, userId),
    mutual: viewerId === userId ? [] : [selectMutual(viewerId, userId)],
  })
  const [own] = found.relationship.rows
  const relationship = own?.isSelf && asOthers ? asStranger(own) : own
  const [row] = found.person.rows
  if (!relationship || !row || relationship.hasBlockedMe || row.displayName === null) throw personNotFound()
  const blockId = found.block.rows[0]?.id ?? null
  if (relationship.isBlockedByMe && blockId === null) throw personNotFound()
  const minimalProfile: PublicProfile = {
    id: row.id,
    displayName: row.displayName,
    pictureUrl: pictureUrl(row.photoKey, 640),
    isMe: relationship.isSelf,
    isBlockedByMe: relationship.isBlockedByMe,
    blockId,
    bio: '',
    city: null,
    pronoun: null,
    activities: [],
    badges: null,
    endorsements: [],
    mayEndorse: false,
    mayMessage: false,
    followers: 0,
    isFollowing: false,
    connection: null,
    connectionNote: '',
    mutual: { people: [], count: 0 },
    showsOnlineStatus: false,
    showsUpcomingGames: false,
    memberSince: row.createdAt,
  }
  if (!mayReach(relationship, 'profile')) return minimalProfile
  const totals = found.totals.rows
  const endorsers = totals.find(({ kind }) => kind === '')?.count ?? 0
  const { followers, isFollowing } = found.follow.rows[0] ?? { followers: 0, isFollowing: false }
  const { profile } = row
  const mutual = found.mutual.flatMap(({ rows }) => rows)
  const pronoun = profile?.pronoun ?? 'Unspecified'
  return {
    ...minimalProfile,
    bio: profile?.bio ?? '',
    city: profile && { name: profile.cityName, state: profile.cityState },
    pronoun: pronoun === 'Unspecified' || pronoun === 'None' ? null : pronoun,
    activities: (profile?.activities ?? []).filter(({ isOn }) => isOn).map(({ activity, level }) => ({ activity, level })),
    // People see their own page as others see it, so hidden badges are hidden there too.
    badges:
      mayReach(relationship, 'badges') && (!relationship.isSelf || relationship.switches.publicBadges)
        ? listEarnedBadges({
            createdAt: row.createdAt,
            endorsers,
            played: profile?.played ?? 0,
            hosted: profile?.hosted ?? 0,
            attendedInARow: profile?.attendedInARow ?? 0,
          })
        : null,
    endorsements: totals
      .flatMap(({ kind, count, isMine }) => (kind !== '' && count > 0 ? [{ kind, count, isMine }] : []))
      // Sorted here, because the database would read every row twice to sort them.
      .sort((a, b) => b.count - a.count || a.kind.localeCompare(b.kind)),
    mayEndorse: mayEndorse(relationship, now),
    mayMessage: mayReach(relationship, 'message'),
    followers,
    isFollowing,
    connection: found.connection.rows[0]?.state ?? null,
    connectionNote: found.connection.rows[0]?.note ?? '',
    mutual: { people: mutual.slice(0, maxMutualShown).map(toFace), count: mutual.length },
    showsOnlineStatus: mayReach(relationship, 'onlineStatus'),
    showsUpcomingGames: mayReach(relationship, 'upcomingGames'),
  }
}
