import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Organization } from '../../domain/organizations/contract.ts'
import type { OwnTeamPage, PublicTeamFacts, TeamCard } from '../../domain/teams/contract.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import type { TeamList } from '../../domain/teams/directory-contract.ts'
import { write } from '../../worker/platform/batch.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { storeTopics } from '../../worker/teams/store-topics.ts'
import { block, enter, markDeleted, putInTeams } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

const run = (statement: string, ...values: unknown[]) =>
  env.DB.prepare(statement)
    .bind(...values)
    .run()

const pick = ({ photoURL, creator, creatorId, subscription, topics, organizerWebsite }: PublicTeamFacts): PublicTeamFacts => ({
  photoURL,
  creator,
  creatorId,
  subscription,
  topics,
  organizerWebsite,
})

describe('Every answer about a community', () => {
  it('has the facts of the specification, the same in lists and on its page', async () => {
    const [founder, member] = [await enter('wire-founder'), await enter('wire-member')]
    await putInTeams(['wire-team'], [founder.id, member.id])
    await run(
      "UPDATE teams SET creator_id = ?, photo_key = 'wire-photo', join_mode = 'open', members = 2 WHERE id = 'wire-team'",
      founder.id,
    )
    for (const [position, name] of ['Games', 'Carpools'].entries())
      await run("INSERT INTO team_topics VALUES (?1, 'wire-team', ?2, ?2, 'About it', ?3, 1)", `wire-${name}`, name, 1 - position)
    await run(
      "INSERT INTO organizations (id, name, description, owner_id, created_at, updated_at) VALUES ('wire-league', 'League', '', ?, 1, 1)",
      member.id,
    )
    await run("INSERT INTO organization_teams VALUES ('wire-league', 'wire-team', 1, 1)")
    await run("INSERT INTO team_follows (team_id, user_id, created_at) VALUES ('wire-team', ?, 1)", member.id)
    await write(openPrimary(env.DB), storeTopics('wire-team'))
    const readAll = async (from: typeof ask): Promise<PublicTeamFacts[]> => {
      const directory = (await (await from('/api/teams/directory')).json()) as TeamList
      const detail = (await (await from('/api/teams/wire-team/detail')).json()) as TeamDetail
      const card = (await (await from('/api/teams/wire-team')).json()) as TeamCard
      const organization = (await (await from('/api/organizations/wire-league')).json()) as Organization
      return [...directory.teams.filter(({ id }) => id === 'wire-team'), detail, card, ...organization.teams].map(pick)
    }
    const readMine = async () => {
      const mine = (await (await member.ask('/api/teams/mine')).json()) as OwnTeamPage
      const followed = (await (await member.ask('/api/teams/followed')).json()) as TeamList
      return [...mine.teams, ...followed.teams].map(pick)
    }
    const facts = {
      photoURL: '/files/photos/wire-photo/1280',
      creator: { id: founder.id, name: founder.name, pictureUrl: null },
      creatorId: founder.id,
      subscription: 'ROOKIE',
      topics: ['Carpools', 'Games'].map((name) => ({ id: `wire-${name}`, name, description: 'About it' })),
      organizerWebsite: { metaLogoURL: '/files/photos/wire-photo/1280' },
    }
    expect(await readAll(ask)).toEqual(Array(4).fill(facts))
    expect([...(await readAll(member.ask)), ...(await readMine())]).toEqual(Array(6).fill(facts))
    const hidden = { ...facts, creator: null, creatorId: null }
    await block(founder.id, member.id)
    expect([...(await readAll(member.ask)), ...(await readMine())]).toEqual(Array(6).fill(hidden))
    await markDeleted(founder.id)
    expect(await readAll(ask)).toEqual(Array(4).fill(hidden))
  })
})
