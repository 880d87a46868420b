import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { PublicProfile } from '../../domain/profiles/public-contract.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { enter } from './people.ts'

collectLog()

it('The demo data contains a person for each badge', async () => {
  await buildWorld(env.DB, ['cities:some', 'people', 'places', 'teams', 'crowd', 'communities', 'pastEvents'])
  const viewer = await enter('viewer')
  const badgesOf = async (id: string) =>
    ((await (await viewer.ask(`/api/profiles/${id}`)).json()) as PublicProfile).badges?.map((badge) => badge.id)
  expect(await badgesOf('demo-player')).toEqual(['founding-member', 'regular', 'always-there'])
  expect(await badgesOf('demo-host')).toEqual(['founding-member', 'well-endorsed', 'host'])
})
