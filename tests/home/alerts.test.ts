import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { alertKinds } from '../../domain/home/contract.ts'
import { alertWords } from '../../domain/home/rules.ts'
import { enter, enterAndSetUp, type Person } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()

beforeAll(() => buildWorld(env.DB, ['cities:some']))

const alerts = async (person: Person) => (await (await person.ask('/api/home/alerts')).json<{ alerts: string[] }>()).alerts

describe('What I have not done yet', () => {
  it('is everything for someone new', async () =>
    expect(await alerts(await enter('new', { profileComplete: false }))).toEqual([...alertKinds]))

  it('shrinks with each thing done', async () => {
    const ana = await enterAndSetUp('ana', { bio: '', activities: [{ activity: 'tennis', level: null, isOn: true }] })
    expect(await alerts(ana)).toEqual([...alertKinds])

    const put = (json: object) => ana.ask('/api/profiles/me/activities/tennis', { method: 'PUT', json })
    await put({ level: 3, isOn: false })
    expect(await alerts(ana)).toContain('favoriteActivities')
    await put({ level: 3, isOn: true })
    expect(await alerts(ana)).toEqual(['availability', 'feedback', 'notifications', 'bio'])

    await ana.ask('/api/notifications/settings', { method: 'PUT' })
    await ana.ask('/api/feedback', { method: 'POST', json: { rating: 5, text: '' } })
    expect(await alerts(ana)).toEqual(['availability', 'bio'])

    await env.DB.exec("INSERT INTO availability VALUES ('ana', 'America/Chicago', '{}', '[]', 1, 1, 1)")
    await env.DB.exec("UPDATE profiles SET bio = 'Evenings.' WHERE user_id = 'ana'")
    expect(await alerts(ana)).toEqual([])
  })

  it('leads to pages on this site', () => {
    for (const kind of alertKinds) expect(alertWords[kind].to).toMatch(/^\/(settings\?tab=[a-z]+|feedback)$/)
  })
})
