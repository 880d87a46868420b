import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { photoUrl } from '../../domain/places/rules.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import type { TeamTopic } from '../../domain/team-topics/contract.ts'
import type { PublicTeamFacts } from '../../domain/teams/contract.ts'
import { people } from '../accounts/shared.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { teams } from './schema.ts'

const founder = alias(people, 'founder')

/** The columns of `PublicTeamFacts` in a list of teams. With a block, the creator is the same as a deleted account. */
export const publicFactColumns = (viewerId: string | null) => ({
  plan: teams.plan,
  // The lists also have this column under another name.
  pictureKey: sql<string | null>`${teams.photoKey}`.as('pictureKey'),
  creatorJson: sql<string | null>`(SELECT json_object('id', ${founder.id}, 'name', ${founder.displayName}, 'photoKey', ${founder.photoKey})
    FROM ${people} ${founder} WHERE ${founder.id} = ${teams.creatorId} AND ${founder.deletedAt} IS NULL
      AND ${viewerId === null ? sql`1` : hasNoBlock(viewerId, founder.id)})`.as('creatorJson'),
  topics: teams.topics,
})

type FactRow = { plan: string; pictureKey: string | null; creatorJson: string | null; topics: TeamTopic[] }

type CreatorRow = { id: string; name: string | null; photoKey: string | null }

/** Replaces these columns by the facts. */
export function withPublicFacts<Row extends FactRow>({ plan, pictureKey, creatorJson, topics, ...row }: Row) {
  const photoURL = pictureKey === null ? null : photoUrl(pictureKey, 1280)
  const creator: CreatorRow | null = creatorJson === null ? null : JSON.parse(creatorJson)
  const facts: PublicTeamFacts = {
    photoURL,
    creator: creator && makeFace(creator.id, creator.name, creator.photoKey),
    creatorId: creator?.id ?? null,
    subscription: plan,
    topics,
    organizerWebsite: { metaLogoURL: photoURL },
  }
  return { ...row, ...facts }
}
