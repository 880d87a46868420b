import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { setupTasks } from '../../domain/home/contract.ts'
import { setupTaskLabels } from '../../domain/home/rules.ts'
import { enter, enterAndSetUp, type Person } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()

beforeAll(() => buildWorld(env.DB, ['cities:some']))

const listTasks = async (person: Person) => (await (await person.ask('/api/home/setup-tasks')).json<{ tasks: string[] }>()).tasks

describe('My setup tasks', () => {
  it('are all open for a new person', async () =>
    expect(await listTasks(await enter('new', { profileComplete: false }))).toEqual([...setupTasks]))

  it('disappear one by one when they are done', async () => {
    const ana = await enterAndSetUp('ana', { bio: '', activities: [{ activity: 'tennis', level: null, isOn: true }] })
    expect(await listTasks(ana)).toEqual([...setupTasks])

    const put = (json: object) => ana.ask('/api/profiles/me/activities/tennis', { method: 'PUT', json })
    await put({ level: 3, isOn: false })
    expect(await listTasks(ana)).toContain('favoriteActivities')
    await put({ level: 3, isOn: true })
    expect(await listTasks(ana)).toEqual(['availability', 'feedback', 'notifications', 'bio'])

    await ana.ask('/api/notifications/settings', { method: 'PUT' })
    await ana.ask('/api/feedback', { method: 'POST', json: { rating: 5, text: '' } })
    expect(await listTasks(ana)).toEqual(['availability', 'bio'])

    await env.DB.exec(
      "INSERT INTO availability (user_id, time_zone, weekly, dates, version, created_at, updated_at) VALUES ('ana', 'America/Chicago', '{}', '[]', 1, 1, 1)",
    )
    await env.DB.exec("UPDATE profiles SET bio = 'Evenings.' WHERE user_id = 'ana'")
    expect(await listTasks(ana)).toEqual([])
  })

  it('link to pages of this site', () => {
    for (const kind of setupTasks) expect(setupTaskLabels[kind].to).toMatch(/^\/(settings\?tab=[a-z]+|feedback)$/)
  })
})
