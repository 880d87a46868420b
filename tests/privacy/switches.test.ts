import { describe, expect, it } from 'vitest'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { addPerson, block, listBlocks, unblock } from './people.ts'

collectLog()

const allOff = {
  messagesFromAnyone: false,
  publicBadges: false,
  publicOnlineStatus: false,
  publicUpcomingGames: false,
  publicHours: false,
  publicLinkPreview: false,
}

describe('The privacy switches', () => {
  it('are off until they are stored', async () => {
    const viewer = await addPerson('Fresh')
    expect(await (await ask('/api/privacy', { viewer })).json()).toEqual(allOff)
  })

  it('keep both changes when two tabs toggle different switches', async () => {
    const viewer = await addPerson('Two Tabs')
    const toggle = (json: object) => ask('/api/privacy', { viewer, method: 'PATCH', json })
    await Promise.all([toggle({ publicBadges: true }), toggle({ messagesFromAnyone: true })])
    expect(await (await toggle({ publicBadges: false })).json()).toEqual({ ...allOff, messagesFromAnyone: true })
    expect(await (await ask('/api/privacy', { viewer })).json()).toEqual({ ...allOff, messagesFromAnyone: true })
  })

  it.each([{}, { publicBadges: 'yes' }, { blocklist: [] }, { publicBadges: true, userId: 'person-b' }, [], null])(
    'refuse %j',
    async (json) => {
      const viewer = await addPerson('Sends Junk')
      expect(await readProblem(await ask('/api/privacy', { viewer, method: 'PATCH', json }))).toMatchObject({ status: 400 })
    },
  )

  it('are separate for each person', async () => {
    const [one, other] = [await addPerson('One'), await addPerson('Other')]
    await ask('/api/privacy', { viewer: one, method: 'PATCH', json: { publicUpcomingGames: true } })
    expect(await (await ask('/api/privacy', { viewer: other })).json()).toEqual(allOff)
  })
})

describe('Presence', () => {
  it('is visible to others only while its owner shares it and there is no block', async () => {
    const [owner, visitor] = [await addPerson('Shows'), await addPerson('Visits')]
    const visit = async (viewer = visitor) => (await ask(`/api/presence/${owner.id}`, { viewer })).status
    const show = (publicOnlineStatus: boolean) => ask('/api/privacy', { viewer: owner, method: 'PATCH', json: { publicOnlineStatus } })
    expect(await visit()).toBe(404)
    await show(true)
    expect(await visit()).toBe(200)
    await block(owner, { userIds: [visitor.id] })
    expect(await visit()).toBe(404)
    expect(await visit(await addPerson('Unconcerned'))).toBe(200)
    await unblock(owner, (await listBlocks(owner))[0]?.id ?? '')
    expect(await visit()).toBe(200)
    await block(visitor, { userIds: [owner.id] })
    expect(await visit()).toBe(404)
    await show(false)
    expect(await visit(owner)).toBe(200)
  })

  it('of a person who blocked the viewer gets the same response as that of an unknown person', async () => {
    const [owner, visitor] = [await addPerson('Blocks'), await addPerson('Blocked')]
    await block(owner, { userIds: [visitor.id] })
    const { requestId: _, ...blocked } = await readProblem(await ask(`/api/presence/${owner.id}`, { viewer: visitor }))
    const { requestId: __, ...nobody } = await readProblem(await ask('/api/presence/never-was', { viewer: visitor }))
    expect(blocked).toEqual(nobody)
  })
})
