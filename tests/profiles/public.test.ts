import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { endorsementKinds } from '../../domain/endorsements/contract.ts'
import type { PublicProfile } from '../../domain/profiles/public-contract.ts'
import { holdQueues } from '../notifications/post-office.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { addFullProfile, asOnlooker, onlookers } from './full-profile.ts'
import { addCrowd, befriend, block, crowd, enter, enterAndSetUp, type Person, putAccountAway, putInTeams, rowsRead } from './people.ts'

collectLog()
holdQueues()

beforeAll(() => buildWorld(env.DB, ['cities:some']))

const see = (viewer: Person, id: string) => viewer.ask(`/api/profiles/${id}`)
const shown = async (viewer: Person, id: string): Promise<PublicProfile> => (await see(viewer, id)).json()
const hide = (id: string, column: string) => env.DB.prepare(`UPDATE privacy_settings SET ${column} = 0 WHERE user_id = ?`).bind(id).run()

describe('A profile as others see it', () => {
  it('tells a stranger, a friend, a teammate and oneself nothing that is private', async () => {
    const lee = await enterAndSetUp('lee')
    const viewers = { stranger: 'stranger', friend: 'friend', teammate: 'teammate' }
    const people = await Promise.all(Object.values(viewers).map((id) => enter(id)))
    await befriend('friend', 'lee')
    await putInTeams(['one-team'], ['teammate', 'lee'])
    for (const viewer of [...people, lee]) {
      const text = await (await see(viewer, 'lee')).text()
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
        followers: 0,
        isFollowing: false,
        connection: viewer.id === 'friend' ? 'connected' : null,
        showsOnlineStatus: true,
        showsUpcomingGames: viewer.id === 'lee',
        memberSince: expect.any(Number),
      })
    }
  })

  it.each(['None', 'Unspecified'] as const)('says nothing of a pronoun that is %s', async (pronoun) => {
    const id = `pronoun-${pronoun}`
    await enterAndSetUp(id, { pronoun })
    expect((await shown(await enter('stranger'), id)).pronoun).toBeNull()
  })

  it('shows badges and online status as their owner wants it, at once', async () => {
    const shy = await enterAndSetUp('shy')
    const stranger = await enter('stranger')
    await hide('shy', 'public_badges')
    await hide('shy', 'public_online_status')
    expect(await shown(stranger, 'shy')).toMatchObject({ badges: null, showsOnlineStatus: false })
    // One's own page is what others see of one.
    expect(await shown(shy, 'shy')).toMatchObject({ badges: null })
  })

  it('shows nothing of what was never decided', async () => {
    await addCrowd(['undecided'])
    expect(await shown(await enter('stranger'), 'undecided')).toMatchObject({ badges: null, showsOnlineStatus: false, activities: [] })
  })
})

describe('Who is not there', () => {
  const bodyOf = async (viewer: Person, id: string) => {
    const answer = await see(viewer, id)
    const headers = [...answer.headers.keys()].toSorted()
    return `${answer.status} ${headers} ${(await answer.text()).replace(/"requestId":"[^"]*"/, '')}`
  }

  it('is answered alike: who blocked me, who left, who never finished, who never was', async () => {
    const viewer = await enter('asker')
    await enterAndSetUp('blocker')
    await block('blocker', 'asker')
    await enterAndSetUp('gone')
    await putAccountAway('gone')
    await enter('unfinished', { profileComplete: false })
    const nobody = await bodyOf(viewer, 'nobody')
    expect(nobody).toContain('404')
    expect(nobody).toContain('User not found')
    for (const id of ['blocker', 'gone', 'unfinished']) expect(await bodyOf(viewer, id), id).toBe(nobody)
  })

  it('is answered so also where both blocked each other', async () => {
    await enterAndSetUp('left')
    const right = await enter('right')
    await block('left', 'right')
    await block('right', 'left')
    expect((await see(right, 'left')).status).toBe(404)
  })
})

describe('Who left', () => {
  it('is signed in nowhere, even with a session that outlived the account', async () => {
    const leaver = await enterAndSetUp('leaver')
    await putAccountAway('leaver')
    expect((await leaver.ask('/api/profiles/me')).status).toBe(401)
  })
})

describe('Whom I blocked', () => {
  it('shows a name and a way to take it back, and nothing else', async () => {
    await enterAndSetUp('rude')
    const me = await enter('me')
    await befriend('me', 'rude')
    await block('me', 'rude')
    const profile = await shown(me, 'rude')
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
      followers: 0,
      isFollowing: false,
      connection: null,
      showsOnlineStatus: false,
      showsUpcomingGames: false,
      memberSince: profile.memberSince,
    })
  })
})

describe('A full profile', () => {
  beforeAll(() => addFullProfile(env.DB))

  it.each(onlookers)('costs at most 30 rows, however many stand behind it, for a %s', async (id) => {
    const answer = await see(await enter(id, asOnlooker(id)), 'star')
    expect(rowsRead(answer)).toBeLessThanOrEqual(30)
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

  it('is looked at as cheaply by the one in a hundred communities', async () => {
    await enterAndSetUp('plain')
    expect(rowsRead(await see(await enter('star', { name: 'Star' }), 'plain'))).toBeLessThanOrEqual(30)
  })

  it('of someone in a hundred communities costs someone in a hundred others no more than those', async () => {
    const busy = await enter('busy')
    await putInTeams(crowd('busys', 100), ['busy'])
    const answer = await see(busy, 'star')
    expect((await answer.json<PublicProfile>()).mayEndorse).toBe(false)
    expect(rowsRead(answer)).toBeLessThanOrEqual(150)
  })

  it('knows a teammate wherever the one shared community stands', async () => {
    for (const [id, mine, shared] of [
      ['mate-a', 1, 'stars-0'],
      ['mate-b', 3, 'stars-99'],
      ['mate-c', 60, 'stars-50'],
    ] as const) {
      const mate = await enter(id)
      await putInTeams(crowd(`${id}s`, mine), [id])
      await putInTeams([shared], [id])
      expect((await shown(mate, 'star')).mayEndorse, id).toBe(true)
    }
  })
})
