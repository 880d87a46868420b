import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { endorsementKinds } from '../../domain/endorsements/contract.ts'
import type { PublicProfile } from '../../domain/profiles/public-contract.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { addFullProfile, profileViewers, toViewer } from './full-profile.ts'
import { addCrowd, befriend, block, crowd, enter, enterAndSetUp, markDeleted, type Person, putInTeams, rowsRead } from './people.ts'

collectLog()
holdQueues()

beforeAll(() => buildWorld(env.DB, ['cities:some']))

const askProfile = (viewer: Person, id: string) => viewer.ask(`/api/profiles/${id}`)
const readProfile = async (viewer: Person, id: string): Promise<PublicProfile> => (await askProfile(viewer, id)).json()
const turnOff = (id: string, column: string) => env.DB.prepare(`UPDATE privacy_settings SET ${column} = 0 WHERE user_id = ?`).bind(id).run()

describe('A profile as others see it', () => {
  it('contains nothing private for a stranger, a friend, a teammate and the person themselves', async () => {
    const lee = await enterAndSetUp('lee')
    const viewers = { stranger: 'stranger', friend: 'friend', teammate: 'teammate' }
    const people = await Promise.all(Object.values(viewers).map((id) => enter(id)))
    await befriend('friend', 'lee')
    await putInTeams(['one-team'], ['teammate', 'lee'])
    for (const viewer of [...people, lee]) {
      const text = await (await askProfile(viewer, 'lee')).text()
      for (const secret of ['@', 'lee@local', 'Zebedee', 'Quuxworth', '30.26', '-97.7', 'Chicago', 'Non-binary', 'Substitute', 'chess']) {
        expect(text, `${viewer.id} sees ${secret}`).not.toContain(secret)
      }
      expect(JSON.parse(text)).toEqual({
        id: 'lee',
        displayName: 'Lee Rally',
        pictureUrl: null,
        isMe: viewer.id === 'lee',
        isBlockedByMe: false,
        blockId: null,
        bio: 'Evenings, mostly doubles.',
        city: { name: 'Austin', state: 'TX' },
        pronoun: 'They/Them',
        activities: [{ activity: 'tennis', level: 3.5 }],
        badges: [expect.objectContaining({ id: 'founding-member' })],
        endorsements: [],
        mayEndorse: viewer.id === 'friend' || viewer.id === 'teammate',
        mayMessage: viewer.id === 'friend' || viewer.id === 'teammate',
        followers: 0,
        isFollowing: false,
        connection: viewer.id === 'friend' ? 'connected' : null,
        connectionNote: '',
        mutual: { people: [], count: 0 },
        showsOnlineStatus: true,
        showsUpcomingGames: viewer.id === 'lee',
        memberSince: expect.any(Number),
      })
    }
  })

  it.each(['None', 'Unspecified'] as const)('hides the pronoun %s', async (pronoun) => {
    const id = `pronoun-${pronoun}`
    await enterAndSetUp(id, { pronoun })
    expect((await readProfile(await enter('stranger'), id)).pronoun).toBeNull()
  })

  it('shows badges and online status only while the person shares them', async () => {
    const shy = await enterAndSetUp('shy')
    const stranger = await enter('stranger')
    await turnOff('shy', 'public_badges')
    await turnOff('shy', 'public_online_status')
    expect(await readProfile(stranger, 'shy')).toMatchObject({ badges: null, showsOnlineStatus: false })
    // People see their own page as others see it.
    expect(await readProfile(shy, 'shy')).toMatchObject({ badges: null })
  })

  it('is what the person sees if they look at it as others', async () => {
    const guarded = await enterAndSetUp('guarded')
    await turnOff('guarded', 'messages_from_anyone')
    await turnOff('guarded', 'public_upcoming_games')
    await putInTeams(['guarded-team'], ['guarded'])
    const { badges, ...asOthers } = await (await guarded.ask('/api/profiles/guarded?as=others')).json<PublicProfile>()
    const { badges: _, ...forStranger } = await readProfile(await enter('stranger'), 'guarded')
    expect(badges).not.toBeNull()
    expect(asOthers).toEqual(forStranger)
    expect(asOthers).toMatchObject({ isMe: false, mayMessage: false, showsUpcomingGames: false, mayEndorse: false })
    expect(await (await guarded.ask('/api/profiles/guarded/teams?as=others')).json()).toEqual({ teams: [] })
    // Nobody can look at another person's profile with other eyes than their own.
    const insider = await enter('insider')
    await befriend('guarded', 'insider')
    expect(await (await insider.ask('/api/profiles/guarded?as=others')).json()).toEqual(await readProfile(insider, 'guarded'))
  })

  it('names the people whom both know, and only those', async () => {
    const viewer = await enter('knower')
    for (const id of ['known-1', 'known-2', 'theirs-only', 'mine-only', 'asked']) await enter(id, { name: id })
    await enterAndSetUp('shown')
    for (const id of ['known-1', 'known-2', 'mine-only']) await befriend('knower', id)
    for (const id of ['known-1', 'known-2', 'theirs-only']) await befriend('shown', id)
    expect((await (await enter('asked')).ask('/api/connections/shown', { method: 'PUT' })).status).toBe(200)
    await befriend('knower', 'asked')
    const { mutual } = await readProfile(viewer, 'shown')
    expect(mutual.people.map(({ id }) => id).toSorted()).toEqual(['known-1', 'known-2'])
    expect(mutual.count).toBe(2)
    expect((await readProfile(await enter('stranger'), 'shown')).mutual).toEqual({ people: [], count: 0 })
  })

  it('reads few rows for a viewer with many connections', async () => {
    const viewer = await enter('popular')
    await addCrowd(crowd('pal', 300))
    for (const id of crowd('pal', 300)) await befriend('popular', id)
    expect(rowsRead(await askProfile(viewer, 'shown'))).toBeLessThanOrEqual(240)
  })

  it('hides everything that the person has not decided about', async () => {
    await addCrowd(['undecided'])
    expect(await readProfile(await enter('stranger'), 'undecided')).toMatchObject({
      badges: null,
      showsOnlineStatus: false,
      activities: [],
    })
  })
})

describe('The profile of a person who cannot be reached', () => {
  const bodyOf = async (viewer: Person, id: string) => {
    const answer = await askProfile(viewer, id)
    const headers = [...answer.headers.keys()].toSorted()
    return `${answer.status} ${headers} ${(await answer.text()).replace(/"requestId":"[^"]*"/, '')}`
  }

  it('gets the same response for a block, a deleted account, an incomplete profile and an unknown id', async () => {
    const viewer = await enter('asker')
    await enterAndSetUp('blocker')
    await block('blocker', 'asker')
    await enterAndSetUp('gone')
    await markDeleted('gone')
    await enter('unfinished', { profileComplete: false })
    const nobody = await bodyOf(viewer, 'nobody')
    expect(nobody).toContain('404')
    expect(nobody).toContain('User not found')
    for (const id of ['blocker', 'gone', 'unfinished']) expect(await bodyOf(viewer, id), id).toBe(nobody)
  })

  it('also does not exist when both people blocked each other', async () => {
    await enterAndSetUp('left')
    const right = await enter('right')
    await block('left', 'right')
    await block('right', 'left')
    expect((await askProfile(right, 'left')).status).toBe(404)
  })
})

describe('A deleted account', () => {
  it('is not signed in, even if a session remains', async () => {
    const leaver = await enterAndSetUp('leaver')
    await markDeleted('leaver')
    expect((await leaver.ask('/api/profiles/me')).status).toBe(401)
  })
})

describe('The profile of a person I blocked', () => {
  it('contains only the name, and the block so that I can remove it', async () => {
    await enterAndSetUp('rude')
    const me = await enter('me')
    await befriend('me', 'rude')
    await block('me', 'rude')
    const profile = await readProfile(me, 'rude')
    expect(profile).toEqual({
      id: 'rude',
      displayName: 'Lee Rally',
      pictureUrl: null,
      isMe: false,
      isBlockedByMe: true,
      blockId: 'me-rude',
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
      memberSince: profile.memberSince,
    })
  })
})

describe('A full profile', () => {
  beforeAll(() => addFullProfile(env.DB))

  it.each(profileViewers)('reads at most 35 rows for a %s', async (id) => {
    const answer = await askProfile(await enter(id, toViewer(id)), 'star')
    expect(rowsRead(answer)).toBeLessThanOrEqual(35)
    const profile = await answer.json<PublicProfile>()
    const knows = id !== 'stranger'
    expect(profile.activities).toHaveLength(12)
    expect(profile.endorsements).toEqual(endorsementKinds.toSorted().map((kind) => ({ kind, count: 302, isMine: knows })))
    expect(profile).toMatchObject({
      followers: 302,
      isFollowing: knows,
      connection: id === 'friend' ? 'connected' : null,
      mayEndorse: knows,
    })
    expect(profile.badges?.map(({ id }) => id)).toEqual(['founding-member', 'well-endorsed'])
  })

  it('belongs to a person in a hundred communities who reads other profiles for a row more for each of the 100 connections that are compared', async () => {
    await enterAndSetUp('plain')
    expect(rowsRead(await askProfile(await enter('star', { name: 'Star' }), 'plain'))).toBeLessThanOrEqual(135)
  })

  it('reads at most 150 rows if its owner and the viewer are in a hundred different communities each', async () => {
    const busy = await enter('busy')
    await putInTeams(crowd('busys', 100), ['busy'])
    const answer = await askProfile(busy, 'star')
    expect((await answer.json<PublicProfile>()).mayEndorse).toBe(false)
    expect(rowsRead(answer)).toBeLessThanOrEqual(150)
  })

  it('recognizes a teammate by any one shared community', async () => {
    for (const [id, mine, shared] of [
      ['mate-a', 1, 'stars-0'],
      ['mate-b', 3, 'stars-99'],
      ['mate-c', 60, 'stars-50'],
    ] as const) {
      const mate = await enter(id)
      await putInTeams(crowd(`${id}s`, mine), [id])
      await putInTeams([shared], [id])
      expect((await readProfile(mate, 'star')).mayEndorse, id).toBe(true)
    }
  })
})
