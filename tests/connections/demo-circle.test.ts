import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import type { ConnectionPage } from '../../domain/connections/contract.ts'
import type { PublicProfile } from '../../domain/profiles/public-contract.ts'
import { enter, type Person } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()

let player: Person

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some', 'people', 'crowd', 'circle'])
  player = await enter('demo-player')
})

async function read<T>(path: string): Promise<T> {
  const answer = await player.ask(`/api${path}`)
  expect(answer.status, path).toBe(200)
  return answer.json()
}

it('The demo player knows people, is asked by others, and has news', async () => {
  expect((await read<ConnectionPage>('/connections')).connections.length).toBeGreaterThanOrEqual(10)
  const { connections: requests } = await read<ConnectionPage>('/connections?state=received')
  expect(requests.length).toBeGreaterThan(0)
  expect(requests.some(({ note }) => note !== '')).toBe(true)
  expect((await read<ConnectionPage>('/connections?state=sent')).connections.length).toBeGreaterThan(0)
  expect((await read<{ unread: number }>('/notifications/unread')).unread).toBeGreaterThan(0)
  expect((await read<PublicProfile>('/profiles/demo-player')).followers).toBeGreaterThan(0)
})

it('The demo player and the demo host are connected, and know the same people', async () => {
  const { connection, mutual, followers } = await read<PublicProfile>('/profiles/demo-host')
  expect({ connection, hasFollowers: followers > 0 }).toEqual({ connection: 'connected', hasFollowers: true })
  expect(mutual.count).toBeGreaterThanOrEqual(3)
  expect(mutual.people.length).toBeGreaterThan(0)
})
