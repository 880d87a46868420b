import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { demoAccounts } from '../../domain/demo-accounts.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { findRole } from '../../worker/teams/queries.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { Browser } from './people.ts'

collectLog()

it('All demo accounts can sign in and have their roles, even after the demo data was built twice', async () => {
  await buildWorld(env.DB, ['cities:some', 'people', 'teams'])
  await buildWorld(env.DB, ['cities:some', 'people', 'teams'])
  const ids = []
  for (const { email, password } of demoAccounts) {
    const browser = new Browser()
    expect(await browser.signIn(email, password)).toBeNull()
    ids.push((await browser.viewer())?.id)
  }
  expect(ids).toEqual(['demo-player', 'demo-host', 'demo-organizer', 'demo-new', 'demo-admin'])
  expect(await findRole(openPrimary(env.DB), 'sunset-smashers', 'demo-host')).toBe('owner')
  expect(await findRole(openPrimary(env.DB), 'riverside-rookies', 'demo-player')).toBe('member')
  expect(await (await ask('/api/config')).json()).toMatchObject({
    demoAccounts: expect.arrayContaining([expect.objectContaining({ email: 'player@demo.test' })]),
  })
})
