import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { FollowedSeriesList, MyGamesPage } from '../../domain/my-games/contract.ts'
import { gameTabs } from '../../domain/my-games/contract.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enter, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
holdQueues()

it('The demo player has games in each list, and news about them, also if the world was built twice, and no mail waits', async () => {
  await buildWorld(env.DB, [
    'cities:some',
    'people',
    'places',
    'teams',
    'crowd',
    'communities',
    'events',
    'pastEvents',
    'myGames',
    'myGames',
  ])
  const player = await enter('demo-player')
  const read = async <Answer>(path: string) => (await (await player.ask(`/api/my-games${path}`)).json()) as Answer
  for (const tab of gameTabs) expect((await read<MyGamesPage>(`?tab=${tab}`)).games, tab).not.toEqual([])
  expect((await read<MyGamesPage>('?tab=waiting')).games.map(({ id }) => id).toSorted()).toEqual(['demo-approval', 'demo-full-house'])
  expect((await read<FollowedSeriesList>('/series')).series).toHaveLength(1)
  const topics = await rowsOf("SELECT DISTINCT topic FROM notices WHERE user_id = 'demo-player' ORDER BY topic")
  expect(topics.map(({ topic }) => topic)).toEqual(['eventCreatedJoin', 'eventJoined', 'hostGames'])
  expect(await rowsOf("SELECT id FROM outbox WHERE body LIKE '%demo-player-%'")).toEqual([])
  // No request has put these messages into the outbox, so none sends them.
  await env.DB.exec('DELETE FROM outbox')
})
